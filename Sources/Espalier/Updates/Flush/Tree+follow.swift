/// Selected rows that viewers' windows follow when they move. See `Selection.followsMoves`.
extension Tree {
  /// Notes the followed rows whose place changes because rows or sections of a container change their order.
  func noteFollowed(_ diff: ListDiff, _ wanted: [Node], in container: ContainerModel) {
    let rows = container.followedRows
    guard !rows.isEmpty, diff.steps.contains(where: \.isMove) else { return }
    for row in rows {
      guard let child = [row, row.parent].compactMap(\.self).first(where: { $0.shownIn === container }),
        let index = wanted.firstIndex(where: { $0 === child }), index != child.shownIndex
      else { continue }
      flushing.followed.append(row)
    }
  }

  /// Notes a row that moves to another container, if it is followed there.
  func noteFollowed(_ row: Node, in container: ContainerModel) {
    if container.followedRows.contains(where: { $0 === row }) { flushing.followed.append(row) }
  }

  /// Scrolls all viewers to the last of the noted rows.
  func follow(_ changes: inout ChangeSet) {
    if flushing.followed.isEmpty { return }
    let last = flushing.followed.last { $0.tree === self && $0.isShown }
    flushing.followed = []
    if let last { changes.effects.append(.scroll(last.address, to: .center, isSmooth: true)) }
  }
}

extension ContainerModel {
  /// The selected rows of this container and of its sections that viewers follow.
  fileprivate final var followedRows: [Node] {
    plugins.flatMap { plugin -> [Node] in
      guard let selection = plugin as? Selection, selection.followsMoves else { return [] }
      return selection.nodes
    }
  }
}

extension ListDiff.Step {
  fileprivate var isMove: Bool {
    if case .move = self { true } else { false }
  }
}

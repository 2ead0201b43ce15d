extension Tree {
  /// The most changes of a collection's rows that are shown one by one.
  static let mostCollectionChanges = 100

  /// Replaces the containers that are to change at once, and notes those that a patch might better replace: none for
  /// which it was said how each change is shown.
  func summarize(_ changes: inout ChangeSet) {
    let animated = animated
    self.animated = []
    defer { for container in animated { container.motion = nil } }
    if changes.isEmpty { return }
    for container in animated {
      if case .replaced = container.motion, container.tree === self, container.isShown {
        replace(container, &changes, style: .none)
      }
    }
    for (container, count) in changed(by: changes) where count * 2 > container.shown.count {
      if container.layout.isCollection && count > Tree.mostCollectionChanges {
        replace(container, &changes)
      } else if !animated.contains(where: { $0.isAnimated(togetherWith: container) }) {
        changes.shortcuts.append(
          .init(range: 0..<0, container: snapshot(container, key: container.key), place: container.place(at: 0)))
      }
    }
    let all = changes.operations.indices
    changes.shortcuts = changes.shortcuts.map { .init(range: all, container: $0.container, place: $0.place) }
  }

  private func replace(
    _ container: ContainerModel, _ changes: inout ChangeSet, style: Animations.Style = .automatic
  ) {
    let snapshot = snapshot(container, key: container.key)
    changes.operations = changes.operations.replacing(snapshot, at: container.place(at: 0), style: style)
  }

  /// The containers by the number of changes directly inside, the outer ones first.
  private func changed(by changes: ChangeSet) -> [(container: ContainerModel, count: Int)] {
    var counts: [String: Int] = [:]
    var last = (address: "", count: 0)
    func note(_ address: String) {
      if address != last.address {
        counts[last.address, default: 0] += last.count
        last = (address, 0)
      }
      last.count += 1
    }
    for operation in changes.operations {
      switch operation {
      case .insert(_, let place, _), .remove(_, let place, _), .move(_, _, let place, _),
        .update(_, let place, _, _, _):
        note(place.container)
      case .relocate(_, let from, _, let to, _, _):
        note(from.container)
        note(to.container)
      case .relayout, .replace: break
      }
    }
    counts[last.address, default: 0] += last.count
    return counts.compactMap { address, count in
      let container = address.isEmpty ? root : root.descendant(at: address) as? ContainerModel
      guard count > 0, let container, container.isShown, container.shownAddress == address else { return nil }
      return (container, count)
    }.sorted { ($0.container.path.count, $0.container.address) < ($1.container.path.count, $1.container.address) }
  }
}

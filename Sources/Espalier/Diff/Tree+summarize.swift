extension Tree {
  /// The most changes of a collection's rows that are shown one by one.
  static let mostCollectionChanges = 100

  /// Replaces the containers that are to change at once, and notes those that a patch might better replace.
  func summarize(_ changes: inout ChangeSet) {
    if changes.isEmpty { return }
    let asked = animated.filter { if case .replaced = $0.motion { true } else { false } }
    if !asked.isEmpty {
      let touched = changes.addresses
      replace(asked.filter { $0.tree === self && $0.isShown && touched.contains($0.shownAddress) }, &changes)
    }
    let counts = changed(by: changes)
    let (large, small) = (counts.filter(\.isLargeInCollection), counts.filter { !$0.isLargeInCollection })
    replace(large.map(\.container), &changes)
    let all = changes.operations.indices
    // A look at all that stays would cost more than the change.
    changes.shortcuts = small.filter { $0.container.listsFewer(than: $0.nodes * 2) }.map { shortcut($0.container, all) }
  }

  /// How changes are shown is said for one flush of them.
  func forgetMotions(_ isOut: (ContainerModel) -> Bool = { _ in true }) {
    for container in animated where isOut(container) { container.motion = nil }
    animated.removeAll(where: isOut)
  }

  private func replace(_ containers: [ContainerModel], _ changes: inout ChangeSet) {
    if containers.isEmpty { return }
    changes.operations = changes.operations.replacing(containers.map { shortcut($0, 0..<0) })
  }

  private func shortcut(_ container: ContainerModel, _ range: Range<Int>) -> ChangeSet.Shortcut {
    let animations = container.animations
    return .init(
      range: range, container: snapshot(container, key: container.key), place: container.place(at: 0),
      styles: .init(insert: animations.insertRows, delete: animations.deleteRows))
  }

  /// The containers inside which something changed.
  private func changed(by changes: ChangeSet) -> [ContainerChange] {
    var counts: [String: (changes: Int, nodes: Int)] = [:]
    for operation in changes.operations {
      var nodes = 1
      switch operation {
      case .relayout, .replace: continue
      case .relocate(_, let from, _, _, _, _): counts[from.container, default: (0, 0)].changes += 1
      case .insert(let node, _, _): nodes = node.count
      default: break
      }
      counts[operation.place.container, default: (0, 0)].changes += 1
      counts[operation.place.container, default: (0, 0)].nodes += nodes
    }
    for (address, count) in counts {
      var next = addressAbove(address)
      while let above = next {
        counts[above, default: (0, 0)].nodes += count.nodes
        next = addressAbove(above)
      }
    }
    return counts.compactMap { address, count in
      let container = address.isEmpty ? root : root.descendant(at: address) as? ContainerModel
      guard let container, container.isShown, container.shownAddress == address else { return nil }
      return ContainerChange(container: container, changes: count.changes, nodes: count.nodes)
    }.sorted { $0.container.address < $1.container.address }
  }
}

/// What one flush changed inside a container.
private struct ContainerChange {
  let container: ContainerModel
  /// How many changes there are directly inside.
  let changes: Int
  /// How many nodes the changes tell of, at any depth.
  let nodes: Int

  var isLargeInCollection: Bool { container.shownLayout.isCollection && changes > Tree.mostCollectionChanges }
}

extension ContainerModel {
  /// Whether there are fewer nodes below than so many, as viewers see it; looks at no more of them.
  fileprivate final func listsFewer(than limit: Int) -> Bool {
    var left = limit
    func fits(_ container: ContainerModel) -> Bool {
      left -= container.shown.count
      return left > 0 && container.shown.allSatisfy { ($0.node as? ContainerModel).map(fits) ?? true }
    }
    return fits(self)
  }
}

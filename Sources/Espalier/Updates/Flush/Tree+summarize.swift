extension Tree {
  /// The largest number of changes to a collection's rows that are shown one by one.
  static let mostCollectionChanges = 100

  /// Replaces the containers whose rows change all at once, and notes the containers that a patch may replace to be
  /// shorter.
  func summarize(_ changes: inout ChangeSet) {
    // The new content of one cell is not longer than the list around it.
    if changes.isEmpty || changes.isOneUpdate && animated.isEmpty && flushing.reframed.isEmpty { return }
    replace(flushing.reframed.filter { $0.tree === self && $0.isShown }, &changes)
    flushing.reframed = []
    let asked = animated.compactMap { $0 as? ContainerModel }.filter { $0.nextAnimations?.replacesAll == true }
    if !asked.isEmpty {
      let touched = changes.addresses
      replace(asked.filter { $0.tree === self && $0.isShown && touched.contains($0.shownAddress) }, &changes)
    }
    let counts = changed(by: changes)
    let (large, small) = (counts.filter(\.isLargeInCollection), counts.filter { !$0.isLargeInCollection })
    replace(large.map(\.container), &changes)
    let all = changes.operations.indices
    // Not for a container with many more nodes: visiting them would cost more than the change. And not where nodes set
    // their own animations, because a replacement would lose them.
    changes.shortcuts = small.filter { $0.isShownByItsContainer && $0.container.listsFewer(than: $0.count.nodes * 2) }
      .map { shortcut($0.container, all) }
  }

  /// Forgets the animations that were set for the changes that have gone out.
  func forgetAnimations(_ isOut: (ContainerModel) -> Bool = { _ in true }) {
    animated.removeAll { node in
      guard node.carrier.map(isOut) ?? true else { return false }
      node.nextAnimations = nil
      return true
    }
  }

  private func replace(_ containers: [ContainerModel], _ changes: inout ChangeSet) {
    if containers.isEmpty { return }
    changes.operations = changes.operations.replacing(containers.map { shortcut($0, 0..<0) })
  }

  private func shortcut(_ container: ContainerModel, _ range: Range<Int>) -> ChangeSet.Shortcut {
    .init(
      range: range, container: snapshot(container, key: container.key), place: container.place(at: 0),
      exchange: container.animations.exchange)
  }

  /// The containers inside which something changed.
  private func changed(by changes: ChangeSet) -> [ContainerChange] {
    var counts: [String: Count] = [:]
    for operation in changes.operations {
      var count = Count(changes: 1, nodes: 1)
      // Without animations set on nodes, all changes have the same transition.
      if !animated.isEmpty, let transition = operation.transition { count.transitions.insert(transition) }
      switch operation {
      case .relayout, .replace: continue
      case .relocate(_, let from, _, _, _, _): counts[from.container, default: Count()].changes += 1
      case .insert(let node, _, _): count.nodes = node.count
      default: break
      }
      counts[operation.place.container, default: Count()].add(count)
    }
    for (address, var count) in counts {
      var next = Address.above(address)
      count.changes = 0
      while let above = next {
        counts[above, default: Count()].add(count)
        next = Address.above(above)
      }
    }
    return counts.compactMap { address, count in
      let container = address.isEmpty ? root : root.descendant(at: address) as? ContainerModel
      guard let container, container.isShown, container.shownAddress == address else { return nil }
      return ContainerChange(container: container, count: count)
    }.sorted { $0.container.address < $1.container.address }
  }
}

/// The changes that one flush made inside a container.
private struct ContainerChange {
  let container: ContainerModel
  let count: Count

  var isLargeInCollection: Bool { container.shownLayout.isCollection && count.changes > Tree.mostCollectionChanges }
  /// Whether no node inside set another animation for its own change.
  var isShownByItsContainer: Bool {
    count.transitions.isEmpty || count.transitions.isSubset(of: container.animations.transitions)
  }
}

private struct Count {
  /// The number of changes directly inside.
  var changes = 0
  /// The number of nodes in the changes, at any depth.
  var nodes = 0
  /// The transitions of the changes, at any depth.
  var transitions: Set<Animations.Transition> = []

  mutating func add(_ other: Count) {
    changes += other.changes
    nodes += other.nodes
    transitions.formUnion(other.transitions)
  }
}

extension Node {
  /// The container whose changes the node's own changes go out with; nil if there is none.
  fileprivate var carrier: ContainerModel? { self as? ContainerModel ?? shownIn ?? parent }
}

extension ContainerModel {
  /// Whether viewers see fewer than `limit` nodes below. Visits at most `limit` nodes.
  fileprivate final func listsFewer(than limit: Int) -> Bool {
    var left = limit
    func fits(_ container: ContainerModel) -> Bool {
      left -= container.shown.count
      return left > 0 && container.shown.allSatisfy { ($0.node as? ContainerModel).map(fits) ?? true }
    }
    return fits(self)
  }
}

extension Tree {
  /// Brings rows that went from one listed container to another to their new one, before anything is removed, so that
  /// they keep their elements. Each arrives before the row that it is to precede; what order is still wrong is mended
  /// with the other moves.
  ///
  /// Outer containers come first: then every container on the way is where it finally belongs, and no node can be
  /// asked to go below itself. Where viewers still see another node under the key that the arrival will have, two
  /// elements would answer to one address; then it comes and goes as if it were two nodes.
  func relocate(_ containers: [ContainerModel], into changes: inout ChangeSet) {
    guard containers.count > 1 else { return }
    for container in containers where container.isShown {
      var arrivals = Arrivals(container)
      for node in container.children.reversed() where !node.isHidden {
        guard let old = node.shownIn else { continue }
        if old === container {
          if container.keeps(container.shown[node.shownIndex]) { arrivals.anchor(node) }
          continue
        }
        guard old.isListed(below: root), old.shown[node.shownIndex].slot == .row else { continue }
        if arrivals.hasKey(node.key) { continue }
        // What is to be said of the old place must count what has come on the way to it.
        if old.isListed(below: container) { arrivals.settle() }
        let from = old.place(at: node.shownIndex)
        let key = old.shown.remove(at: node.shownIndex).key
        old.renumber(from: node.shownIndex)
        let to = arrivals.take(node)
        changes.operations.append(
          .relocate(
            key: key, from: from, newKey: node.key, to: to, snapshot(node, key: node.key),
            style: container.animations.move))
      }
      arrivals.settle()
    }
  }
}

/// The rows that come to one container from others, the last one first. They are put into its list together: one after
/// the other would cost the whole list each time.
private struct Arrivals {
  private let container: ContainerModel
  /// By index in the list, the rows that come before the one there, the last one first.
  private var waiting: [(index: Int, node: Node)] = []
  private var next: (index: Int, key: String?)
  private var keys: Set<String>?

  init(_ container: ContainerModel) {
    self.container = container
    let hasFooter = container.shown.last?.slot == .footer
    next = (container.shown.count - (hasFooter ? 1 : 0), nil)
  }

  /// Whether viewers see a node here under this key.
  mutating func hasKey(_ key: String) -> Bool {
    if keys == nil { keys = Set(container.shown.map(\.key)) }
    return keys?.contains(key) ?? false
  }

  /// What comes next is to precede this row, which is here.
  mutating func anchor(_ node: Node) {
    // Rows that stand further down than the last anchor will move up, and what arrives with them.
    if node.shownIndex <= next.index { next = (node.shownIndex, node.key) }
  }

  mutating func take(_ node: Node) -> ChangeSet.Place {
    var place = container.place(at: next.index)
    place.before = next.key
    waiting.append((next.index, node))
    next.key = node.key
    keys?.insert(node.key)
    node.shownIn = container
    return place
  }

  mutating func settle() {
    if waiting.isEmpty { return }
    var shown: [ContainerModel.Shown] = []
    shown.reserveCapacity(container.shown.count + waiting.count)
    for index in 0...container.shown.count {
      while let last = waiting.last, last.index == index {
        shown.append(.init(last.node))
        waiting.removeLast()
      }
      if index < container.shown.count { shown.append(container.shown[index]) }
    }
    container.shown = shown
    container.renumber(from: 0)
  }
}

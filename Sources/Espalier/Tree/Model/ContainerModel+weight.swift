/// A row's weight while it stands beside an anchor where its own weight does not belong.
private final class AnchoredWeight: NodeFeature {
  var weight: Int?

  override func didLeave(_ container: ContainerModel, _ node: Node) { weight = nil }
}

/// The weight that a page has set for a container.
private final class SetWeight: NodeFeature {
  var weight: Int?
}

extension ContainerModel {
  /// The container's place in a container that is ordered by weight. Unless you set it, it is the weight of the header's
  /// content.
  public final var weight: Int {
    get { existing(SetWeight.self)?.weight ?? headerNode?.ownWeight ?? 0 }
    set {
      let old = weight
      feature(SetWeight.self).weight = newValue
      if newValue != old { parent?.weightChanged(of: self) }
    }
  }

  /// The weight by which the container has its place in the order.
  final func weight(of child: Node) -> Int { child.existing(AnchoredWeight.self)?.weight ?? child.ownWeight }

  /// Puts nodes without a parent among the children: next to the anchor, or near an index.
  final func attach(_ nodes: [Node], at index: Int, nextTo anchor: Node?) {
    guard ordersByWeight else {
      children.insert(contentsOf: nodes, at: index)
      for node in nodes { join(node, .row) }
      return
    }
    guard let anchor else {
      var next = index
      for node in sorted(nodes) {
        next = max(attach(node, at: next), next) + 1
      }
      return
    }
    let weights = nodes.map(\.ownWeight)
    let before = index > 0 ? [weight(of: children[index - 1])] : []
    let after = index < children.count ? [weight(of: children[index])] : []
    let isAscending = zip(before + weights, (before + weights).dropFirst() + after).allSatisfy { $0 <= $1 }
    children.insert(contentsOf: nodes, at: index)
    for node in nodes {
      join(node, .row)
      if !isAscending { node.feature(AnchoredWeight.self).weight = weight(of: anchor) }
    }
  }

  /// The index that is nearest to `index` and keeps the order.
  final func ordered(_ index: Int, for node: Node) -> Int {
    guard ordersByWeight else { return index }
    let weight = node.ownWeight
    let first = firstIndex { $0 >= weight }
    if index <= first { return first }
    return min(index, firstIndex { $0 > weight })
  }

  /// Whether a child may move to an index.
  package final func isInOrder(_ child: Node, at index: Int) -> Bool {
    guard ordersByWeight else { return true }
    let others = children.filter { $0 !== child }
    let weight = child.parent === self ? weight(of: child) : child.ownWeight
    return (index == 0 || self.weight(of: others[index - 1]) <= weight)
      && (index == others.count || weight <= self.weight(of: others[index]))
  }

  /// Whether a node may have the place of a child.
  final func isInOrder(_ node: Node, insteadOf child: Node, at index: Int) -> Bool {
    guard ordersByWeight else { return true }
    if node.parent === self { return weight(of: node) == weight(of: child) }
    let weight = node.ownWeight
    return (index == 0 || self.weight(of: children[index - 1]) <= weight)
      && (index + 1 == children.count || weight <= self.weight(of: children[index + 1]))
  }

  /// Moves a child whose own weight has changed to its place.
  final func weightChanged(of child: Node) {
    guard ordersByWeight, !isBeingSet, let index = index(of: child) else { return }
    child.existing(AnchoredWeight.self)?.weight = nil
    if isInOrder(child, at: index) { return }
    children.remove(at: index)
    children.insert(child, at: ordered(index, for: child))
    for feature in features { feature.didReorder(self) }
    markStructure()
  }

  /// The nodes in ascending order of their own weights. Equal weights keep their order.
  private final func sorted(_ nodes: [Node]) -> [Node] {
    let weights = nodes.map(\.ownWeight)
    return nodes.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }.map { nodes[$0] }
  }

  /// Puts the children in the order of their own weights.
  final func sortByWeight() {
    for child in children { child.existing(AnchoredWeight.self)?.weight = nil }
    children = sorted(children)
  }

  /// The index of the first child whose weight is far enough; the number of children if there is none.
  private final func firstIndex(_ isFarEnough: (Int) -> Bool) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if isFarEnough(weight(of: children[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Node {
  /// Whether the node's own weight decides its place, or as a header that of its container.
  final var isOrdered: Bool { (slot == .header ? parent?.parent : parent)?.ordersByWeight ?? false }

  /// Moves the node, or the container of which it is the header, to its place.
  final func tellWeightChanged() {
    switch slot {
    case .row: parent?.weightChanged(of: self)
    case .header: parent.map { $0.parent?.weightChanged(of: $0) }
    case .footer: break
    }
  }
}

/// Keeps the children of a container in ascending order of their weights.
final class WeightOrder: ChildOrder {
  /// A row's weight while it stands beside an anchor where its own weight does not belong.
  private final class AnchoredWeight: NodeFeature {
    var weight: Int?

    override func didLeave(_ container: ContainerModel, _ node: Node) { weight = nil }
  }

  override func index(for node: Node, near index: Int, in list: ContainerModel) -> Int {
    let weight = node.ownWeight
    let first = firstIndex(in: list) { $0 >= weight }
    if index <= first { return first }
    return min(index, firstIndex(in: list) { $0 > weight })
  }

  override func attach(_ nodes: [Node], at index: Int, nextTo anchor: Node?, in list: ContainerModel) {
    guard let anchor else {
      var next = index
      for node in sorted(nodes) {
        next = max(list.attach(node, at: next), next) + 1
      }
      return
    }
    let weights = nodes.map(\.ownWeight)
    let before = index > 0 ? [weight(of: list.childNodes[index - 1])] : []
    let after = index < list.childNodes.count ? [weight(of: list.childNodes[index])] : []
    let isAscending = zip(before + weights, (before + weights).dropFirst() + after).allSatisfy { $0 <= $1 }
    list.childNodes.insert(contentsOf: nodes, at: index)
    for node in nodes {
      list.join(node, .row)
      if !isAscending { node.feature(AnchoredWeight.self).weight = weight(of: anchor) }
    }
  }

  override func allows(_ node: Node, at index: Int, in list: ContainerModel) -> Bool {
    let others = list.childNodes.filter { $0 !== node }
    let weight = node.parent === list ? weight(of: node) : node.ownWeight
    return (index == 0 || self.weight(of: others[index - 1]) <= weight)
      && (index == others.count || weight <= self.weight(of: others[index]))
  }

  override func allows(_ node: Node, insteadOf child: Node, at index: Int, in list: ContainerModel) -> Bool {
    if node.parent === list { return weight(of: node) == weight(of: child) }
    let (children, weight) = (list.childNodes, node.ownWeight)
    return (index == 0 || self.weight(of: children[index - 1]) <= weight)
      && (index + 1 == children.count || weight <= self.weight(of: children[index + 1]))
  }

  override func sort(_ list: ContainerModel) {
    for child in list.childNodes { child.existing(AnchoredWeight.self)?.weight = nil }
    list.childNodes = sorted(list.childNodes)
  }

  override func contentChanged<C: Content>(of cell: Node, from old: C, to new: C, in list: ContainerModel) {
    guard new.weight != old.weight else { return }
    switch cell.slot {
    case .row: weightChanged(of: cell, in: list)
    case .header: cell.parent.map { weightChanged(of: $0, in: list) }
    case .footer: break
    }
  }

  override func headerChanged(of child: ContainerModel, from old: Node?, to new: Node?, in list: ContainerModel) {
    if old?.ownWeight != new?.ownWeight { weightChanged(of: child, in: list) }
  }

  /// Moves a child whose own weight has changed to its place.
  func weightChanged(of child: Node, in list: ContainerModel) {
    guard !isPaused, let index = list.index(of: child) else { return }
    child.existing(AnchoredWeight.self)?.weight = nil
    if allows(child, at: index, in: list) { return }
    list.childNodes.remove(at: index)
    list.childNodes.insert(child, at: self.index(for: child, near: index, in: list))
    for feature in list.features { feature.didReorder(list) }
    list.markStructure()
  }

  /// The weight by which the container has its place in the order.
  func weight(of child: Node) -> Int { child.existing(AnchoredWeight.self)?.weight ?? child.ownWeight }

  /// The nodes in ascending order of their own weights. Equal weights keep their order.
  private func sorted(_ nodes: [Node]) -> [Node] {
    let weights = nodes.map(\.ownWeight)
    return nodes.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }.map { nodes[$0] }
  }

  /// The index of the first child whose weight is far enough; the number of children if there is none.
  private func firstIndex(in list: ContainerModel, _ isFarEnough: (Int) -> Bool) -> Int {
    let children = list.childNodes
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if isFarEnough(weight(of: children[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The weight that a page has set for a container.
private final class SetWeight: NodeFeature {
  var weight: Int?
}

extension ContainerModel {
  final var weight: Int {
    get { existing(SetWeight.self)?.weight ?? headerNode?.ownWeight ?? 0 }
    set {
      let old = weight
      feature(SetWeight.self).weight = newValue
      guard newValue != old, let parent, let order = parent.order as? WeightOrder else { return }
      order.weightChanged(of: self, in: parent)
    }
  }
}

extension Node {
  /// The place that the node declares in a container that is ordered by weight.
  fileprivate final var ownWeight: Int { asCell?.contentWeight ?? (self as? ContainerModel)?.weight ?? 0 }
}

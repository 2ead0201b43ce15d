/// The methods that change several nodes at once. If one of the nodes is refused, nothing changes, and the refusal is
/// reported as a `Diagnostic`.
extension ContainerModel {
  final func addToLastSection(_ nodes: [Node]) -> ContainerModel? {
    if let section = childNodes.last(where: { $0 is ContainerModel }) as? ContainerModel {
      return section.insert(nodes, at: .last) ? section : nil
    }
    if let (node, reason) = refusal(of: nodes, inNewSection: true) {
      refuse(reason, node)
      return nil
    }
    let section = ContainerModel()
    add(section)
    if section.parent !== self { return nil }
    section.add(nodes)
    return section
  }

  final func swap(_ node: Node, with other: Node) {
    let isDone = restructure(node, and: [other]) { exchangePlaces(node, other) }
    guard isDone else { return }
    node.tellLife()
    other.tellLife()
  }

  private final func exchangePlaces(_ node: Node, _ other: Node) -> Bool {
    guard let index = index(of: node) else { return isRefused(.notAChild, node) }
    guard node !== other else { return true }
    guard let list = other.parent, let place = list.index(of: other) else { return isRefused(.notAChild, other) }
    if let reason = reason(toRefuse: other, insteadOf: node, at: index) { return isRefused(reason, other) }
    if let reason = list.reason(toRefuse: node, insteadOf: other, at: place) { return list.isRefused(reason, node) }
    if list === self {
      childNodes.swapAt(index, place)
      for feature in features { feature.didReorder(self) }
      markStructure()
      return true
    }
    // Remove both first: they may have the same id.
    detach(node)
    list.detach(other)
    attach(other, at: index)
    list.attach(node, at: place)
    return true
  }

  /// Removes children, and the container itself if it is to go without any. See `remove(_:emptySection:scrollingTo:)`.
  final func take(_ nodes: [Node], emptySection: Bool) {
    let isDone = restructure(self, and: nodes) {
      if let stranger = nodes.first(where: { $0.parent !== self }) { return isRefused(.notAChild, stranger) }
      if let repeated = firstRepeated(nodes) { return isRefused(.notAChild, repeated) }
      for node in nodes { detach(node) }
      return true
    }
    guard isDone else { return }
    for node in nodes { node.tellLife() }
    if emptySection, childNodes.isEmpty, let parent { parent.remove(self) }
  }
}

extension ContainerModel {
  /// Inserts nodes in order. Returns false, and changes nothing, if one of them is refused or there are none.
  final func insert(_ nodes: [Node], at position: ListPosition) -> Bool {
    guard let first = nodes.first else { return false }
    let isDone = restructure(first, and: nodes) {
      guard let place = place(at: position, for: first) else { return false }
      return put(nodes, from: place.index, nextTo: place.anchor)
    }
    if isDone { for node in nodes { node.tellLife() } }
    return isDone
  }

  /// The part of an insertion that changes the structure.
  final func put(_ nodes: [Node], from index: Int, nextTo anchor: Node?) -> Bool {
    if let (node, reason) = refusal(of: nodes) { return isRefused(reason, node) }
    for node in nodes { node.parent?.detach(node) }
    attach(nodes, at: index, nextTo: anchor)
    return true
  }

  /// The first node that the container cannot take, and the reason; nil if it can take all of them.
  private final func refusal(of nodes: [Node], inNewSection: Bool = false) -> (Node, TreeError.Code)? {
    for node in nodes {
      if let reason = reasonToRefuse(node, inNewSection: inNewSection) { return (node, reason) }
    }
    return firstRepeated(nodes).map { ($0, .alreadyAChild) }
  }

  private final func firstRepeated(_ nodes: [Node]) -> Node? {
    var seen: Set<ObjectIdentifier> = []
    return nodes.count < 2 ? nil : nodes.first { !seen.insert(ObjectIdentifier($0)).inserted }
  }

  final func reasonToRefuse(_ node: Node, inNewSection: Bool = false) -> TreeError.Code? {
    if node === self { return .selfAdd }
    if node.parent === self, !inNewSection { return .alreadyAChild }
    let path = path
    if path.contains(where: { $0 === node }) { return .cycle }
    if node.tree?.root === node { return .root }
    return path.count + node.height + (inNewSection ? 1 : 0) > Tree.deepest ? .tooDeep : nil
  }

  /// The reason why a node cannot take the place of a child; nil if it can.
  private final func reason(toRefuse node: Node, insteadOf child: Node, at index: Int) -> TreeError.Code? {
    if node.parent !== self, let reason = reasonToRefuse(node) { return reason }
    return order?.allows(node, insteadOf: child, at: index, in: self) != false ? nil : .againstOrder
  }
}

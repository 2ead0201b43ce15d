extension ContainerModel {
  /// The position of a node among the nodes directly inside. Cost: constant; linear for the first call after children
  /// have changed places.
  final func place(of node: Node) -> Int {
    switch node.slot {
    case .header: return -1
    case .footer: return .max
    case .row: break
    }
    let last = Int(node.lastPlace)
    if last < childNodes.count, childNodes[last] === node { return last }
    for (index, child) in childNodes.enumerated() { child.lastPlace = Int32(index) }
    return Int(node.lastPlace)
  }
}

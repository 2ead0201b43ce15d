extension Tree {
  /// Reports each number of a container's layout that is beyond its limits, once for each layout.
  func checkLimits(of container: ContainerModel) {
    guard container.hasNewLayout else { return }
    container.hasNewLayout = false
    checkTable(of: container)
    _ = container.layout.with { $0.edge = container.separator }.mapNumbers { check($0, $1, of: container) }
  }

  /// Reports each number of a row's placement that is beyond its limits.
  func checkLimits(of cell: any RenderedNode) {
    let placement = cell.wantedPlacement
    if placement.isAutomatic { return }
    _ = placement.mapNumbers { check($0, $1, of: cell) }
  }

  @discardableResult func check(_ number: LayoutNumber, _ value: Int, of node: Node) -> Int {
    if !number.limits.contains(value) {
      report(.beyondLimits(number.field, value, limits: number.limits, address: node.address))
    }
    return value
  }
}

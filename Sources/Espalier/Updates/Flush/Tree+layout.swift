extension Tree {
  /// Adds an operation if a container's layout differs from the one that viewers see.
  func relayout(_ container: ContainerModel, _ changes: inout ChangeSet) {
    checkLimits(of: container)
    let layout = container.resolvedLayout
    if layout == container.shownLayout { return }
    let isReframed = layout.table?.columns != container.shownLayout.table?.columns
    container.shownLayout = layout
    let node = snapshot(container, key: container.key)
    if isReframed { flushing.reframed.append(container) }
    changes.operations.append(.relayout(isReframed ? node.empty : node, at: container.place(at: 0)))
  }

  /// Updates what depends on the rows of a listed container, after its rows or their sizes changed.
  func followRows(of container: ContainerModel, _ changes: inout ChangeSet) {
    if container.followsRows { relayout(container, &changes) }
    followRows(of: container)
  }

  /// Updates what depends on the rows of a container that will be listed.
  func followRows(of container: ContainerModel) {
    if container.followsRows { restack(container) }
    if case .waterfall = container.shownLayout.arrangement { checkWidths(of: container) }
    if let table = container.tableAround { checkCells(of: container, in: table) }
  }

  /// Renders the cells again whose classes changed with the sizes of the pinned rows: each pinned row sticks below the
  /// pinned rows before it.
  private func restack(_ container: ContainerModel) {
    container.shownLayout = container.resolvedLayout
    check(.stack, container.shownLayout.pinnedSize, of: container)
    for entry in container.shown {
      guard let cell = entry.node.asCell, let shown = cell.snapshot else { continue }
      if shown.classes != cell.classes(for: cell.placement) { cell.setNeedsRender() }
    }
  }

  /// Reports rows of a waterfall that declare no height, or another width than the first row.
  private func checkWidths(of container: ContainerModel) {
    var width: Layout.Placement.Width?
    for entry in container.shown where entry.slot == .row {
      guard let placement = entry.node.asCell?.placement, placement.role != .background else {
        continue
      }
      width = width ?? placement.width
      if placement.width == width, placement.height.declared != nil { continue }
      report(.unevenWaterfall(entry.node.address, container: container.address))
    }
  }
}

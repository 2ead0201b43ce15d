extension Tree {
  /// Says that a container's layout is not the one that viewers see.
  func relayout(_ container: ContainerModel, _ changes: inout ChangeSet) {
    checkLimits(of: container)
    let layout = container.resolvedLayout
    if layout == container.shownLayout { return }
    container.shownLayout = layout
    changes.operations.append(.relayout(snapshot(container, key: container.key), at: container.place(at: 0)))
  }

  /// What follows from the rows of a container that is listed, now that they are others or of other sizes.
  func followRows(of container: ContainerModel, _ changes: inout ChangeSet) {
    if container.hasPinned { relayout(container, &changes) }
    followRows(of: container)
  }

  /// What follows from the rows of a container that is about to be listed.
  func followRows(of container: ContainerModel) {
    if container.hasPinned { restack(container) }
    if case .waterfall = container.shownLayout.arrangement { checkWidths(of: container) }
  }

  /// Pinned rows stand below those above them.
  private func restack(_ container: ContainerModel) {
    container.shownLayout = container.resolvedLayout
    check(.stack, container.shownLayout.pinnedSize, of: container)
    for entry in container.shown {
      guard let cell = entry.node as? any RenderedNode, let shown = cell.snapshot else { continue }
      if shown.classes != cell.classes(for: cell.placement) { cell.setNeedsRender() }
    }
  }

  /// In a waterfall all cells have one width, and a height that they declare.
  private func checkWidths(of container: ContainerModel) {
    var width: Placement.Width?
    for entry in container.shown where entry.slot == .row {
      guard let placement = (entry.node as? any RenderedNode)?.placement, placement.role != .background else {
        continue
      }
      width = width ?? placement.width
      if placement.width == width, placement.height.declared != nil { continue }
      report(.unevenWaterfall(entry.node.address, container: container.address))
    }
  }
}

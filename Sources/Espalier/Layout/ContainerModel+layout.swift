extension ContainerModel {
  /// How the rows are arranged: as this container says, or as the ones around do.
  final var arrangement: Layout.Arrangement { layout.arrangement ?? parent?.arrangement.passedOn ?? .list }

  /// The layout with what follows from the tree, as viewers see it: each number within its limits.
  final var resolvedLayout: Layout {
    let wanted = layout.with {
      $0.arrangement = arrangement
      $0.edge = separator
      $0.sight = sight
      if hasPinned { $0.pinnedSize = pinnedSize() }
    }
    return wanted.mapNumbers { $0.within($1) }
  }

  /// One of the cells hovers for good: from now on the layout is looked at whenever the rows change.
  final func notePinned() {
    if hasPinned { return }
    hasPinned = true
    markStructure()
  }

  /// Shows another layout, here and where it is inherited.
  final func markLayout() {
    isLayoutChecked = false
    markStructure()
    for case let inner as ContainerModel in nodes where inner.layout.arrangement == nil { inner.markLayout() }
  }

  /// How high the rows are together that hover here for good, in a strip how wide: all of them or those before one.
  final func pinnedSize(before node: Node? = nil) -> Int {
    let isStrip = arrangement == .strip
    var size = 0
    for other in nodes where !other.isHidden {
      if other === node { break }
      guard let placement = (other as? any RenderedNode)?.placement, placement.role == .pinned else { continue }
      size += (isStrip ? placement.width.declared : placement.height.declared) ?? 0
    }
    return size
  }
}

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

  /// Rows that hover for good stand below those above them.
  private func restack(_ container: ContainerModel) {
    container.shownLayout = container.resolvedLayout
    check(.stack, container.shownLayout.pinnedSize, of: container)
    for entry in container.shown {
      guard let cell = entry.node as? any RenderedNode, let shown = cell.snapshot else { continue }
      if shown.classes != cell.classes(for: cell.placement) { cell.setNeedsRender() }
    }
  }

  /// LAY-11: in a waterfall all cells have one width, and a height that they declare.
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

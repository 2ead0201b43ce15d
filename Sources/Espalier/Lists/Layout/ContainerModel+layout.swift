extension ContainerModel {
  /// How the rows are arranged: as this container says, or as the ones around do.
  final var arrangement: Layout.Arrangement { layout.arrangement ?? parent?.arrangement.passedOn ?? .list }

  /// The layout with what follows from the tree, as viewers see it: each number within its limits.
  final var resolvedLayout: Layout {
    let wanted = layout.with {
      $0.arrangement = arrangement
      $0.edge = separator
      $0.visibility = visibility
      if hasPinned { $0.pinnedSize = pinnedSize() }
    }
    return wanted.mapNumbers { $0.within($1) }
  }

  /// One of the cells is pinned: from now on the layout is looked at whenever the rows change.
  final func notePinned() {
    if hasPinned { return }
    hasPinned = true
    markStructure()
  }

  /// How high the pinned rows are together, in a strip how wide: all of them or those before one.
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

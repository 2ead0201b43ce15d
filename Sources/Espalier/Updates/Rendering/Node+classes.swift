extension Node {
  /// Returns the current CSS classes of a cell's element, without its type. Viewers see them when the cell is rendered.
  final func classes(for placement: Layout.Placement) -> String { classes(for: placement, in: frame) }

  final func classes(for placement: Layout.Placement, in frame: CellFrame) -> String {
    let (visibility, urlKey) = (wantedVisibility, urlKey)
    let alignment = frame.column?.alignmentClass
    if placement.isAutomatic && visibility == nil && urlKey == nil && frame.plugins.isEmpty { return alignment ?? "" }
    var words = placement.isAutomatic ? [] : placement.classes
    if let alignment { words.append(alignment) }
    if placement.role == .pinned {
      words += LayoutNumber.below.classes(of: parent?.pinnedSize(before: self) ?? 0)
    }
    if let visibility { words.append(visibility.classes) }
    if let urlKey { words.append(WireName.urlKey + urlKey.pathEncoded) }
    words += classes(of: frame.plugins)
    return words.count == 1 ? words[0] : words.joined(separator: " ")
  }
}

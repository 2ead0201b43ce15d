extension Node {
  /// Returns the current CSS classes of a cell's element, without its type. Viewers see them when the cell is rendered.
  final func classes(for placement: Placement) -> String { classes(for: placement, with: rowPlugins) }

  final func classes(for placement: Placement, with plugins: [any Plugin]) -> String {
    let visibility = wantedVisibility
    let alignment = column?.alignmentClass
    if placement.isAutomatic && visibility == nil && plugins.isEmpty { return alignment ?? "" }
    var words = placement.isAutomatic ? [] : placement.classes
    if let alignment { words.append(alignment) }
    if placement.role == .pinned {
      words += LayoutNumber.below.classes(of: parent?.pinnedSize(before: self) ?? 0)
    }
    if let visibility { words.append(visibility.classes) }
    return (words + classes(of: plugins)).joined(separator: " ")
  }
}

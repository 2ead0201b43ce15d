extension Node {
  /// Returns the current CSS classes of a cell's element, without its type. Viewers see them when the cell is rendered.
  final func classes(for placement: Placement) -> String {
    var words = placement.isAutomatic ? [] : placement.classes
    if placement.role == .pinned {
      words += LayoutNumber.below.classes(of: parent?.pinnedSize(before: self) ?? 0)
    }
    if let visibility = wantedVisibility { words.append(visibility.classes) }
    return (words + pluginClasses).joined(separator: " ")
  }
}

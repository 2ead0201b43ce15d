extension Node {
  /// What the element of a cell has in its `class` beside the type, as it is now. Viewers see it when the cell is
  /// rendered.
  final func classes(for placement: Placement) -> String {
    var words = placement.isAutomatic ? [] : placement.classes
    if placement.role == .pinned {
      words += LayoutNumber.below.classes(of: parent?.pinnedSize(before: self) ?? 0)
    }
    if let visibility = wantedVisibility { words.append(visibility.classes) }
    return (words + pluginClasses).joined(separator: " ")
  }
}

extension Node {
  /// What the element of a cell has in its `class` beside the type, as it is now. Viewers see it when the cell is
  /// rendered.
  final func classes(for placement: Placement) -> String {
    var words = placement.isAutomatic ? [] : placement.classes
    if placement.role == .pinned {
      words += LayoutNumber.below.classes(of: parent?.pinnedSize(before: self) ?? 0)
    }
    if let sight = wantedSight { words.append(sight.classes) }
    return (words + pluginClasses).joined(separator: " ")
  }
}

extension Placement {
  fileprivate var classes: [String] {
    var words: [String] = []
    if let declared = height.declared { words += LayoutNumber.height.classes(of: declared) }
    if height.exact != nil { words.append("e-fixed") }
    if let declared = width.declared { words += LayoutNumber.width.classes(of: declared) }
    if width == .full { words.append("e-full") }
    if startsLine { words.append("e-newline") }
    switch role {
    case .row: break
    case .background: words.append("e-background")
    case .hover: words.append("e-hover")
    case .pinned: words.append("e-pinned")
    }
    return words + (separator?.classes(ofRows: false) ?? [])
  }
}

extension Layout.Placement {
  var classes: [String] {
    var words: [String] = []
    if let declared = height.declared { words += LayoutNumber.height.classes(of: declared) }
    if height.exact != nil { words.append("e-fixed") }
    if let declared = width.declared { words += LayoutNumber.width.classes(of: declared) }
    if width == .full { words.append("e-full") }
    if startsLine { words.append("e-newline") }
    switch role {
    case .row: break
    case .background: words.append("e-background")
    case .sticky: words.append("e-sticky")
    case .pinned: words.append("e-pinned")
    }
    return words + (separator?.classes(ofRows: false) ?? [])
  }
}

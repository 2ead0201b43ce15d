extension Layout {
  /// The classes of the container's element in addition to its type; empty for a plain list. `layout.css` has the
  /// rules.
  package var classes: String {
    if self == .list { return "" }
    var words = arrangement?.classes ?? []
    if table != nil { words.append("e-table") }
    if !ownClasses.isEmpty { words.append(ownClasses) }
    if !featureClasses.isEmpty { words.append(featureClasses) }
    if hasArrowKeys { words.append("e-arrows") }
    if staysAtEnd { words.append("e-stays") }
    if fadesIn { words.append("e-fades") }
    if let snap { words += ["e-part", "e-snap", "e-snap-\(snap.rawValue)"] }
    let numbers: [(LayoutNumber, Int?)] = [
      (.top, margins.top == 0 ? nil : margins.top), (.bottom, margins.bottom == 0 ? nil : margins.bottom),
      (.left, margins.left), (.right, margins.right), (.across, intervals.across), (.down, intervals.down),
      (.offset, stickyOffset), (.stack, pinnedSize == 0 ? nil : pinnedSize),
    ]
    for (number, value) in numbers { if let value { words += number.classes(of: value) } }
    if let separator { words += separator.classes(ofRows: true) }
    if let edge { words += edge.classes(ofRows: false) }
    if let visibility { words.append(visibility.classes) }
    if hasBackground { words.append("e-backdrop") }
    return words.joined(separator: " ")
  }
}

extension Layout.Arrangement {
  fileprivate var classes: [String] {
    let name: [String] =
      switch self {
      case .list: []
      case .flow: ["e-flow"]
      case .grid: ["e-grid"]
      case .strip: ["e-strip"]
      case .waterfall: ["e-waterfall"]
      }
    return name + (columns.map { LayoutNumber.columns.classes(of: $0) } ?? [])
  }
}

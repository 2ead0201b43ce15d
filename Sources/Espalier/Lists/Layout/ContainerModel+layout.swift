extension ContainerMarks {
  /// A cell here is or was pinned.
  static let withPinned = number(2)
  /// A cell here is or was the background.
  static let withBackground = number(3)
}

extension ContainerModel {
  /// The arrangement of the rows: this container's own, else the one that the containers around it pass down.
  final var arrangement: Layout.Arrangement { layout.arrangement ?? parent?.arrangement.passedOn ?? .list }

  /// The layout that viewers see: with the values that the tree determines, and each number within its limits.
  final var resolvedLayout: Layout {
    let wanted = layout.with {
      $0.arrangement = arrangement
      if $0.table != nil { $0.table = shownTable?.withoutOrder }
      $0.edge = separator
      $0.visibility = wantedVisibility
      $0.featureClasses = features.flatMap { $0.classes(ofList: self) }.joined(separator: " ")
      if marks.contains(.withPinned) { $0.pinnedSize = pinnedSize() }
      $0.hasBackground = marks.contains(.withBackground)
    }
    return wanted.mapNumbers { $0.within($1) }
  }

  /// Whether the layout depends on the rows.
  final var followsRows: Bool { !marks.isDisjoint(with: [.withPinned, .withBackground]) }

  /// Notes the role of a cell here. From now on, every change of the rows checks the layout too.
  final func note(_ role: Layout.Placement.Role) {
    let mark: ContainerMarks
    switch role {
    case .pinned: mark = .withPinned
    case .background: mark = .withBackground
    default: return
    }
    if marks.insert(mark).inserted { markStructure() }
  }

  /// The total height of all pinned rows, or of those before `node`. In a strip, their total width.
  final func pinnedSize(before node: Node? = nil) -> Int {
    let isStrip = arrangement == .strip
    var size = 0
    for other in nodes where !other.isLeftOut {
      if other === node { break }
      guard let placement = other.asCell?.placement, placement.role == .pinned else { continue }
      size += (isStrip ? placement.width.declared : placement.height.declared) ?? 0
    }
    return size
  }
}

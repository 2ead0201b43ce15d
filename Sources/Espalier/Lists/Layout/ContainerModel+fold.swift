extension ContainerMarks {
  /// The container is folded. At a tree: one of its containers is or was folded.
  static let folded = number(0)
}

extension ContainerModel.Children {
  /// Whether viewers see only the header and the footer. The children stay, with all nodes below them, and keep their
  /// state; an export has them. They are loaded when the container is first unfolded. See ``Folding``.
  public var isFolded: Bool {
    get { container.isFolded }
    nonmutating set { container.isFolded = newValue }
  }
}

extension ContainerModel {
  final var isFolded: Bool {
    get { marks.contains(.folded) }
    set {
      guard newValue != isFolded else { return }
      if newValue {
        mark(.folded)
        return markStructure()
      }
      marks.remove(.folded)
      markStructure()
      tree?.arrivals += childNodes
      setNeedsLayout()
    }
  }

  /// Whether viewers see the rows, because the container is not folded or this is an export.
  final var showsRows: Bool { !isFolded || tree?.isUnfolded == true }

  /// Whether a listed node can stay: it is still visible here, under the same key and in the same slot.
  final func keeps(_ entry: Shown) -> Bool {
    entry.node.parent === self && entry.node.shownIn === self && !entry.node.isHidden && entry.node.key == entry.key
      && entry.node.slot == entry.slot && (entry.slot != .row || showsRows)
  }

  /// The nodes that viewers should see: header, rows, footer. A row of a table has only cells.
  final var wanted: [Node] {
    let all = isTableRow ? childNodes : showsRows ? nodes : [headerNode, footerNode].compactMap(\.self)
    return all.filter { !$0.isHidden }
  }
}

extension Node {
  /// Whether the node is left out of the list: it is hidden itself, or it is a row of a folded container.
  final var isLeftOut: Bool {
    if isHidden { return true }
    guard slot == .row, let parent else { return false }
    return !parent.showsRows
  }
}

/// Shows the rows of folded containers during an export.
private final class Unfolding: TreeFeature {
  var isOn = false
}

extension Tree {
  /// Whether a container of the tree is or was folded.
  var hasFolds: Bool { marks.contains(.folded) }

  /// Whether folded containers count as unfolded, as in an export.
  var isUnfolded: Bool {
    get { existing(Unfolding.self)?.isOn ?? false }
    set { if newValue != isUnfolded { feature(Unfolding.self).isOn = newValue } }
  }
}

extension ContainerModel {
  /// Removes children, as `remove(_:emptySection:)` does, and scrolls to the row that takes the place of the first one:
  /// the next row, or else the row before it. If no row is left, it scrolls to the container, or to the one above if the
  /// container was removed too.
  public final func remove(
    _ nodes: [Node], emptySection: Bool = false, scrollingTo alignment: ScrollAlignment
  ) {
    guard let index = nodes.compactMap(index(of:)).min() else { return remove(nodes, emptySection: emptySection) }
    let above = parent
    let count = children.count
    remove(nodes, emptySection: emptySection)
    guard children.count < count else { return }
    let rows = children.filter { !$0.isHidden }
    let next = children[min(index, children.count)...].first { !$0.isHidden } ?? rows.last
    (next ?? (parent == nil ? above : nil) ?? self).scrollIntoView(alignment)
  }
}

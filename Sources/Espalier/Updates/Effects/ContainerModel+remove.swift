extension ContainerModel {
  /// Removes children and all nodes below them. Refused if one of them is not a child. If `emptySection` is true and no
  /// child is left, the container itself is removed too, with its header and footer.
  ///
  /// With an alignment it scrolls to the row that takes the place of the first one: the next row, or else the row before
  /// it. If no row is left, it scrolls to the container, or to the one above if the container was removed too.
  public final func remove(
    _ nodes: some Sequence<Node>, emptySection: Bool = false, scrollingTo alignment: ScrollAlignment? = nil
  ) {
    let nodes = Array(nodes)
    guard let alignment, let index = nodes.compactMap(index(of:)).min() else {
      return take(nodes, emptySection: emptySection)
    }
    let above = parent
    let count = childNodes.count
    take(nodes, emptySection: emptySection)
    guard childNodes.count < count else { return }
    let rows = childNodes.filter { !$0.isHidden }
    let next = childNodes[min(index, childNodes.count)...].first { !$0.isHidden } ?? rows.last
    (next ?? (parent == nil ? above : nil) ?? self).scrollIntoView(alignment)
  }
}

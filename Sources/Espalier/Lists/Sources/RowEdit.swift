/// What a person who edits a list asks its source to do.
public enum RowEdit: Hashable, Sendable {
  /// Delete a row.
  case delete(RowPath)
  /// Move a row to another place, which counts in the list without the row.
  case move(from: RowPath, to: RowPath)

  /// The place of the row.
  var path: RowPath {
    switch self {
    case .delete(let path), .move(let path, _): path
    }
  }
}

extension Node {
  /// The source that this row comes from, and the row's place there; nil if a page has added the row itself.
  final var placeInSource: (source: Source, path: RowPath)? {
    guard slot == .row, let parent, let index = parent.childNodes.firstIndex(where: { $0 === self }) else { return nil }
    return parent.placeInSource(of: index)
  }
}

extension ContainerModel {
  /// The source of this container's rows, and the place of its row at an index.
  final func placeInSource(of index: Int) -> (source: Source, path: RowPath)? {
    if let source, !source.hasSections { return (source, RowPath(row: index)) }
    guard let source = parent?.source, source.hasSections,
      let section = parent?.childNodes.firstIndex(where: { $0 === self })
    else { return nil }
    return (source, RowPath(section: section, row: index))
  }
}

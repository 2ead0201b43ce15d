/// The sections of several sources, one source after the other.
package final class SectionsSource: ComposedSource {
  override package var hasSections: Bool { true }
  override package var sectionCount: Int { size }

  override func size(of counts: [Int]) -> Int { counts.count }

  override func forwarded(_ changes: RowChanges, of child: Int, before: Int) throws(SourceError) -> RowChanges {
    try RowCounts.check(changes, from: counts[child], to: children[child].rowCounts())
    return try changes.offset(sections: before)
  }

  override package func rowCount(in section: Int) throws(SourceError) -> Int {
    // As announced: a child may have changed, and announce it later together with other changes.
    let place = try place(of: section)
    return counts[place.child][place.part]
  }

  override func holder(of path: RowPath) throws(SourceError) -> (source: Source, path: RowPath)? {
    let place = try place(of: path.section)
    return (children[place.child], RowPath(section: place.part, row: path.row))
  }

  /// A row can be moved only within its own source.
  override package func carryOut(_ edit: RowEdit) -> Bool {
    guard let from = find(edit.path.section) else { return false }
    let path = RowPath(section: from.part, row: edit.path.row)
    guard case .move(_, let target) = edit else { return children[from.child].carryOut(.delete(path)) }
    guard let to = find(target.section), to.child == from.child else { return false }
    return children[from.child].carryOut(.move(from: path, to: RowPath(section: to.part, row: target.row)))
  }

  override package func section(at index: Int) throws(SourceError) -> SourceSection {
    let place = try place(of: index)
    return try children[place.child].section(at: place.part)
  }

  /// The titles of all sources, each with its section here; nil if no source has titles of its own.
  override package var indexTitles: [IndexTitle]? {
    guard children.contains(where: { $0.indexTitles != nil }) else { return nil }
    return children.indices.flatMap { child in
      children[child].shownIndexTitles.map { $0.offset(by: start(of: child)) }
    }
  }

  private func place(of section: Int) throws(SourceError) -> (child: Int, part: Int) {
    guard let place = find(section) else { throw .section(section, count: size) }
    return place
  }
}

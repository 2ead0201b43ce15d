/// The rows of several sources as one list.
package final class RowsSource: ComposedSource {
  /// What the list shows besides its rows. What it leaves out comes from the sources.
  private let section: SourceSection

  package init(_ children: [Source] = [], section: SourceSection = SourceSection()) {
    self.section = section
    super.init(children)
  }

  override func size(of counts: [Int]) -> Int { counts.reduce(0, +) }
  override func insertion(_ index: Int) -> RowChange { .insertRow(RowPath(row: index)) }
  override func removal(_ index: Int) -> RowChange { .removeRow(RowPath(row: index)) }
  override func move(_ from: Int, _ to: Int) -> RowChange {
    .moveRow(from: RowPath(row: from), to: RowPath(row: to))
  }

  override func forwarded(_ changes: RowChanges, of child: Int, before: Int) throws(SourceError) -> RowChanges {
    let (old, new) = (counts[child], try children[child].rowCounts())
    if old.count == 1, changes.all.allSatisfy(\.isOfRow) {
      try RowCounts.check(changes, from: old, to: new)
      return try changes.offset(sections: 0, rows: before)
    }
    let flat = FlatOrigins(try RowOrigins(of: changes, from: old, to: new), from: old, to: new)
    var forwarded = try RowChanges(ListDiff(places: flat.places, in: size(of: old)), section: 0)
      .offset(sections: 0, rows: before)
    for row in flat.updated { forwarded.append(.updateRow(RowPath(row: before + row))) }
    if changes.all.contains(where: { !$0.isOfRow }) { forwarded.append(.updateSection(0)) }
    return forwarded
  }

  override package func rowCount(in section: Int) throws(SourceError) -> Int {
    guard section == 0 else { throw .section(section, count: 1) }
    return size
  }

  override func holder(of path: RowPath) throws(SourceError) -> (source: Source, path: RowPath)? {
    guard let place = innerPlace(of: path) else { throw .row(path, count: size) }
    return (children[place.child], place.path)
  }

  /// The child that a row comes from, and the row's place there.
  private func innerPlace(of path: RowPath) -> (child: Int, path: RowPath)? {
    guard path.section == 0, let place = find(path.row) else { return nil }
    var inner = RowPath(row: place.part)
    for count in counts[place.child] {
      if inner.row < count { break }
      inner.section += 1
      inner.row -= count
    }
    return (place.child, inner)
  }

  /// A row can be moved only within its own section of its own source.
  override package func carryOut(_ edit: RowEdit) -> Bool {
    guard let from = innerPlace(of: edit.path) else { return false }
    guard case .move(_, let target) = edit else { return children[from.child].carryOut(.delete(from.path)) }
    guard let to = innerPlace(of: target), to.child == from.child, to.path.section == from.path.section else {
      return false
    }
    return children[from.child].carryOut(.move(from: from.path, to: to.path))
  }

  override package func section(at index: Int) throws(SourceError) -> SourceSection {
    guard index == 0 else { throw .section(index, count: 1) }
    var all = section
    for child in children where child.sectionCount > 0 {
      let first = try child.section(at: 0)
      all.header = all.header ?? first.header
      all.footer = all.footer ?? first.footer
      all.title = all.title ?? first.title
    }
    return all
  }

  /// The titles of all sources; each leads to the only section.
  override package var indexTitles: [IndexTitle]? {
    let titles = children.compactMap(\.indexTitles)
    return titles.isEmpty ? nil : titles.flatMap(\.self).map { IndexTitle($0.title, section: 0) }
  }
}

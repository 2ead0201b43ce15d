extension Source {
  /// A source that shows another one and, while it is being edited, an extra one behind it: one row titled "Insert", unless
  /// you give another source.
  ///
  /// ```swift
  /// let plants = ArraySource([Plant(id: "fig"), Plant(id: "sage")])
  /// list.children.source = .editing(plants)       // while editing, a row "Insert" is the last one
  /// list.add(Editing())
  /// list.on(Editing.insert) { list in … }
  /// ```
  ///
  /// The sections of the extra source follow the others. If it is one list of rows, they are the last rows of the last section.
  ///
  /// The changes of the first source reach the container as they are. When editing begins, both sources learn it before
  /// the extra one appears; when editing ends, the extra one disappears first. A source that is in use elsewhere is reported.
  public static func editing(_ base: Source, behind extra: Source = ArraySource([InsertRow()])) -> Source {
    EditingSource(base, behind: extra)
  }
}

/// A source that shows another one and, while it is being edited, an extra one behind it.
final class EditingSource: Source {
  private let base: Source
  private let extra: Source
  /// Whether the sections of the extra source follow the others. Otherwise its rows are the last rows of the last section.
  private let addsSections: Bool
  /// The number of rows in each section of the two sources, as it was announced last.
  private var counts: [Int] = []
  private var extraCounts: [Int] = []
  /// Whether the extra source is shown.
  private var isShown = false

  init(_ base: Source, behind extra: Source = ArraySource([InsertRow()])) {
    addsSections = extra.hasSections
    let extra = addsSections ? extra : RowsSource([extra])
    (self.base, self.extra) = (base, extra)
    super.init()
    for child in [base, extra] where child.isAdopted(by: self) { child.isEditing = isEditing }
    counts = count(base)
    extraCounts = count(extra)
  }

  /// A source that cannot count its rows has none, and the error is reported.
  private func count(_ source: Source) -> [Int] {
    do { return try source.rowCounts() } catch {
      report(error)
      return []
    }
  }

  // MARK: What it shows

  /// The extra rows at the end of the last section.
  private var extraRows: Int { isShown && !addsSections ? extraCounts.reduce(0, +) : 0 }
  /// The extra sections.
  private var extraSections: Int { isShown && addsSections ? extraCounts.count : 0 }
  /// Where the extra rows begin. Without any section of the first source, they are the only section.
  private var extraStart: RowPath {
    counts.isEmpty ? RowPath(row: 0) : RowPath(section: counts.count - 1, row: counts[counts.count - 1])
  }

  override var hasSections: Bool { base.hasSections || addsSections }
  override var sectionCount: Int { max(counts.count + extraSections, extraRows > 0 ? 1 : 0) }
  override var indexTitles: [IndexTitle]? { base.indexTitles }

  override func rowCount(in section: Int) throws(SourceError) -> Int {
    guard (0..<sectionCount).contains(section) else { throw .section(section, count: sectionCount) }
    if section >= counts.count, addsSections { return extraCounts[section - counts.count] }
    let own = counts.indices.contains(section) ? counts[section] : 0
    return own + (section == extraStart.section ? extraRows : 0)
  }

  override func section(at index: Int) throws(SourceError) -> SourceSection {
    guard (0..<sectionCount).contains(index) else { throw .section(index, count: sectionCount) }
    if index < counts.count { return try base.section(at: index) }
    return addsSections ? try extra.section(at: index - counts.count) : SourceSection()
  }

  override func holder(of path: RowPath) throws(SourceError) -> (source: Source, path: RowPath)? {
    let count = try rowCount(in: path.section)
    guard (0..<count).contains(path.row) else { throw .row(path, count: count) }
    if counts.indices.contains(path.section), path.row < counts[path.section] { return (base, path) }
    guard !addsSections else {
      return (extra, RowPath(section: path.section - counts.count, row: path.row))
    }
    return (extra, RowPath(row: path.row - extraStart.row))
  }

  override func carryOut(_ edit: RowEdit) -> Bool {
    guard let (source, from) = try? holder(of: edit.path) else { return false }
    switch edit {
    case .delete: return source.carryOut(.delete(from))
    case .move(_, let to):
      let isInBase =
        counts.indices.contains(to.section)
        && to.row <= counts[to.section] - (to.section == from.section ? 1 : 0)
      return source === base && isInBase && base.carryOut(.move(from: from, to: to))
    }
  }

  // MARK: What changes

  override func editingChanged() {
    if !isEditing { toggle(false) }
    base.isEditing = isEditing
    extra.isEditing = isEditing
    if isEditing { toggle(true) }
  }

  override func containerChanged() {
    base.container = container
    extra.container = container
  }

  private func toggle(_ isOn: Bool) {
    guard isOn != isShown else { return }
    isShown = true
    let changes = isOn ? insertions : removals
    isShown = isOn
    announce(changes)
  }

  /// The changes that insert the extra source behind the other one.
  private var insertions: RowChanges {
    if addsSections { return RowChanges(extraCounts.indices.map { .insertSection(counts.count + $0) }) }
    if extraRows == 0 { return RowChanges() }
    if counts.isEmpty { return RowChanges([.insertSection(0)]) }
    let start = extraStart
    return RowChanges((0..<extraRows).map { .insertRow(start.offset(sections: 0, rows: $0)) })
  }

  /// The changes that remove the extra source.
  private var removals: RowChanges {
    if addsSections { return RowChanges(extraCounts.map { _ in .removeSection(counts.count) }) }
    if extraRows == 0 { return RowChanges() }
    if counts.isEmpty { return RowChanges([.removeSection(0)]) }
    let start = extraStart
    return RowChanges((0..<extraRows).map { _ in .removeRow(start) })
  }

  private func baseChanged(_ changes: RowChanges) throws(SourceError) {
    let (old, new) = (counts, try base.rowCounts())
    try RowCounts.check(changes, from: old, to: new)
    guard extraRows > 0, !changes.all.allSatisfy(\.isOfRow) else {
      counts = new
      return announce(changes)
    }
    // The extra rows stay behind the last section, which may be another one now.
    var all = old.isEmpty ? removals : RowChanges()
    all.append(changes)
    counts = new
    if let place = changes.section(old.count - 1), !new.isEmpty, !old.isEmpty {
      let start = extraStart
      if place != start.section {
        for row in 0..<extraRows {
          all.append(
            .moveRow(from: RowPath(section: place, row: new[place]), to: start.offset(sections: 0, rows: row)))
        }
      }
    } else {
      all.append(insertions)
    }
    announce(all)
  }

  private func extraChanged(_ changes: RowChanges) throws(SourceError) {
    let new = try extra.rowCounts()
    try RowCounts.check(changes, from: extraCounts, to: new)
    guard isShown else {
      extraCounts = new
      return
    }
    var all: RowChanges
    if addsSections {
      all = try changes.offset(sections: counts.count)
    } else if counts.isEmpty {
      all = removals
    } else {
      // What the extra section shows beside its rows is not shown.
      all = try RowChanges(changes.all.filter(\.isOfRow)).offset(sections: extraStart.section, rows: extraStart.row)
    }
    extraCounts = new
    if !addsSections, counts.isEmpty { all.append(insertions) }
    announce(all)
  }

  /// Announces everything as new, because the announced changes cannot be true.
  private func startAgain() {
    let old = sectionCount
    counts = count(base)
    extraCounts = count(extra)
    announce(RowChanges((0..<old).map { _ in .removeSection(0) } + (0..<sectionCount).map { .insertSection($0) }))
  }

  override func sourceChanged(_ source: Source, _ changes: RowChanges) {
    do throws(SourceError) {
      if source === base { try baseChanged(changes) } else { try extraChanged(changes) }
    } catch {
      report(error)
      startAgain()
    }
  }
}

extension RowChanges {
  /// The index of a section after the changes; nil if they removed it.
  fileprivate func section(_ index: Int) -> Int? {
    var place: RowPath? = RowPath(section: index, row: 0)
    for change in all where !change.isOfRow { place = place.flatMap { change.place(of: $0) } }
    return place?.section
  }
}

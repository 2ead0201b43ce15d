/// A list of rows that can be changed: one section. Rows without markup are shown by ``Source/map(_:)`` or
/// ``Source/node(keeping:_:update:)``. Each change reaches the container as what it is.
///
/// ```swift
/// let people = ArraySource([Person(id: 1, name: "Ada")])
/// try people.insert(Person(id: 2, name: "Alan"), at: 0)
/// people.remove(id: 1)
/// people.rows.sort { $0.name < $1.name }  // announces only the difference
/// ```
public final class ArraySource<Row: Identifiable & Hashable & Sendable>: Source {
  /// The rows in order. A change of the array announces only the difference: rows are the same if their ids are. Cost: linear,
  /// except for moves. For one row, the methods cost less.
  public var rows: [Row] {
    get { stored }
    set { set(newValue) }
  }
  private var stored: [Row]
  /// What the section shows besides its rows.
  public var section: SourceSection { didSet { note(.updateSection(0)) } }
  /// What happened since the begin of the outermost `together`.
  private var pending: RowChanges?

  /// A list of rows.
  public init(_ rows: [Row] = [], section: SourceSection = SourceSection()) {
    stored = rows
    self.section = section
  }

  private func index(of id: Row.ID) -> Int? { rows.firstIndex { $0.id == id } }

  /// Adds a row at the end.
  public func append(_ row: Row) {
    stored.append(row)
    note(.insertRow(RowPath(row: rows.count - 1)))
  }

  /// Inserts a row. Throws if the index is not from 0 to the number of rows.
  public func insert(_ row: Row, at index: Int) throws(SourceError) {
    guard (0...rows.count).contains(index) else { throw .element(index, count: rows.count) }
    stored.insert(row, at: index)
    note(.insertRow(RowPath(row: index)))
  }

  /// Replaces the row at an index; an equal one changes nothing. A row with another id is another row.
  public func replace(_ index: Int, with row: Row) throws(SourceError) {
    try check(index)
    let old = rows[index]
    guard row != old else { return }
    stored[index] = row
    if row.id == old.id { return note(.updateRow(RowPath(row: index))) }
    note(.removeRow(RowPath(row: index)), .insertRow(RowPath(row: index)))
  }

  /// Replaces the row with the id of this one. A row that is not there changes nothing.
  public func update(_ row: Row) {
    guard let index = index(of: row.id), rows[index] != row else { return }
    stored[index] = row
    note(.updateRow(RowPath(row: index)))
  }

  /// Removes the row at an index.
  @discardableResult
  public func remove(at index: Int) throws(SourceError) -> Row {
    try check(index)
    let row = stored.remove(at: index)
    note(.removeRow(RowPath(row: index)))
    return row
  }

  /// Removes the first row with an id. A row that is not there changes nothing.
  public func remove(id: Row.ID) {
    guard let index = index(of: id) else { return }
    stored.remove(at: index)
    note(.removeRow(RowPath(row: index)))
  }

  /// Moves a row. The second index counts in the list without the row.
  public func move(from: Int, to: Int) throws(SourceError) {
    try check(from)
    try check(to)
    guard from != to else { return }
    stored.insert(stored.remove(at: from), at: to)
    note(.moveRow(from: RowPath(row: from), to: RowPath(row: to)))
  }

  private func set(_ new: [Row]) {
    let old = stored
    let places = RowMatching.places(
      of: new.count, in: old.count, isSame: { old[$0].id == new[$1].id }, hashOfOld: { old[$0].id.hashValue },
      hashOfNew: { new[$0].id.hashValue })
    stored = new
    var changes = RowChanges(ListDiff(places: places, in: old.count), section: 0)
    for (index, place) in places.enumerated() where place >= 0 && old[Int(place)] != new[index] {
      changes.append(.updateRow(RowPath(row: index)))
    }
    note(changes)
  }

  private func check(_ index: Int) throws(SourceError) {
    guard rows.indices.contains(index) else { throw .element(index, count: rows.count) }
  }

  private func note(_ changes: RowChange...) { note(RowChanges(changes)) }

  private func note(_ changes: RowChanges) {
    if pending == nil { announce(changes) } else { pending?.append(changes) }
  }

  /// Announces everything that the body changes at once, however many methods it calls.
  public func together(_ body: () throws -> Void) rethrows {
    let isOutermost = pending == nil
    if isOutermost { pending = RowChanges() }
    defer {
      if isOutermost, let changes = pending {
        pending = nil
        announce(changes)
      }
    }
    guard let container else { return try body() }
    try container.holdingRows(body)
  }

  override public func carryOut(_ edit: RowEdit) -> Bool {
    do throws(SourceError) {
      switch edit {
      case .delete(let path):
        guard path.section == 0 else { return false }
        try remove(at: path.row)
      case .move(let from, let to):
        guard from.section == 0, to.section == 0 else { return false }
        try move(from: from.row, to: to.row)
      }
      return true
    } catch {
      return false
    }
  }

  override public func rowCount(in section: Int) throws(SourceError) -> Int {
    guard section == 0 else { throw .section(section, count: 1) }
    return rows.count
  }

  override public func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
    guard path.section == 0, rows.indices.contains(path.row) else { throw .row(path, count: rows.count) }
    return rows[path.row].asRow
  }

  override public func section(at index: Int) throws(SourceError) -> SourceSection {
    guard index == 0 else { throw .section(index, count: 1) }
    return section
  }
}

extension RowChanges {
  /// The steps that change one section.
  init(_ diff: ListDiff, section: Int) {
    self.init(
      diff.steps.map { step in
        switch step {
        case .remove(_, let at): .removeRow(RowPath(section: section, row: at))
        case .insert(_, let at, _): .insertRow(RowPath(section: section, row: at))
        case .move(_, let from, let to, _):
          .moveRow(from: RowPath(section: section, row: from), to: RowPath(section: section, row: to))
        }
      })
  }
}

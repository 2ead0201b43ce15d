/// The rows of a source, in groups by their keys.
final class RowGroups<Key: Hashable> {
  let rows: Source
  private let key: (any Content & Identifiable) -> Key?
  private let order: ((Key, Key) -> Bool)?
  private let section: (Key) -> SourceSection
  private var groups: [Key: RowGroup] = [:]
  /// What the source says instead of rows: that they are not read.
  let notices: RowGroup
  /// For each section of the source, the number of rows, as it was announced last.
  private var counts: [Int] = []
  /// The group of each row of the source, all sections as one list.
  private var groupOfRow: [RowGroup?] = []

  init<Row>(
    of rows: Source, by key: @escaping (Row) -> Key, order: ((Key, Key) -> Bool)?,
    section: @escaping (Key) -> SourceSection
  ) {
    (self.rows, self.order, self.section) = (rows, order, section)
    notices = RowGroup(of: rows, SourceSection())
    self.key = { row in
      let row: Row? = value(of: row)
      return row.map(key)
    }
  }

  /// The group of a key.
  func group(of key: Key) -> RowGroup {
    if let group = groups[key] { return group }
    let group = RowGroup(of: rows, section(key))
    groups[key] = group
    return group
  }

  /// The keys of the rows, in order.
  var keys: [Key] {
    let all = groups.filter { !$1.paths.isEmpty }
    let ordered = all.sorted { one, other in
      if let order {
        if order(one.key, other.key) { return true }
        if order(other.key, one.key) { return false }
      }
      let (first, second) = (one.value.paths[0], other.value.paths[0])
      return (first.section, first.row) < (second.section, second.row)
    }
    return ordered.map(\.key)
  }

  /// Forgets groups that nobody shows and that have no rows.
  func forget(_ isUnused: (Key) -> Bool) { groups = groups.filter { !$1.paths.isEmpty || !isUnused($0) } }

  /// Reads the keys of all rows.
  func readAll() throws(SourceError) {
    let new = try rows.rowCounts()
    try arrange([Int32](repeating: -1, count: new.reduce(0, +)), new) { _ in false }
  }

  /// Reads the keys of the rows that have changed.
  func follow(_ changes: RowChanges) throws(SourceError) {
    let new = try rows.rowCounts()
    let flat = FlatOrigins(try RowOrigins(of: changes, from: counts, to: new), from: counts, to: new)
    let updated = Set(flat.updated)
    try arrange(flat.places, new, updated.contains)
  }

  /// Puts all rows into groups. `places` has the former place of each row, −1 for one that is new.
  private func arrange(_ places: [Int32], _ new: [Int], _ isUpdated: (Int) -> Bool) throws(SourceError) {
    var former = [Int32](repeating: -1, count: groupOfRow.count)
    var starts = [0]
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    for group in all { group.begin(&former, starts) }
    var found: [RowGroup?] = []
    found.reserveCapacity(places.count)
    var path = RowPath(row: 0)
    for (number, place) in places.enumerated() {
      while path.row == new[path.section] { path = RowPath(section: path.section + 1, row: 0) }
      let old = place < 0 ? nil : groupOfRow[Int(place)]
      let isChanged = place < 0 || isUpdated(number)
      let group = isChanged ? group(of: try rows.row(at: path)) : old
      group?.add(path, former: group === old ? former[Int(place)] : -1, isUpdated: isChanged)
      found.append(group)
      path.row += 1
    }
    (counts, groupOfRow) = (new, found)
    for group in all { group.end() }
  }

  private var all: [RowGroup] { [notices] + groups.values }

  private func group(of row: any Content & Identifiable) -> RowGroup? {
    row is any SourceNotice ? notices : key(row).map(group)
  }

  /// The groups announce what has happened to their rows.
  func tell() { for group in all { group.tell() } }
}

/// The rows of one group, which are some of those of a source.
final class RowGroup: Source {
  private let rows: Source
  private var described: SourceSection
  /// The place of each row in the source.
  private(set) var paths: [RowPath] = []
  private var nextPaths: [RowPath] = []
  /// For each of the next rows, its place among the rows; −1 for one that comes.
  private var places: [Int32] = []
  private var updated: [Int] = []
  private var changes = RowChanges()

  init(of rows: Source, _ section: SourceSection) {
    (self.rows, described) = (rows, section)
    super.init()
  }

  /// Writes for each row of the source that belongs to the group its place here. `starts` has, for each section of the
  /// source, the number of rows before it.
  func begin(_ former: inout [Int32], _ starts: [Int]) {
    for (place, path) in paths.enumerated() {
      former[starts[path.section] + path.row] = Int32(truncatingIfNeeded: place)
    }
    (nextPaths, places, updated) = ([], [], [])
  }

  func add(_ path: RowPath, former: Int32, isUpdated: Bool) {
    if isUpdated, former >= 0 { updated.append(nextPaths.count) }
    nextPaths.append(path)
    places.append(former)
  }

  func end() {
    changes = RowChanges(ListDiff(places: places, in: paths.count), section: 0)
    for row in updated { changes.append(.updateRow(RowPath(row: row))) }
    (paths, nextPaths, places) = (nextPaths, [], [])
  }

  func tell() {
    announce(changes)
    changes = RowChanges()
  }

  /// Shows these rows of the source instead of the others.
  func replace(_ new: [RowPath]) {
    // It may say something else at the same place.
    if new == paths { return announce(new.indices.map { .updateRow(RowPath(row: $0)) }) }
    (nextPaths, places) = (new, new.map { _ in -1 })
    end()
    tell()
  }

  /// Shows the row of the key as the header, if it has markup.
  func show(_ key: any Content, isUpdated: Bool) {
    if key is any PlainRowType { return }
    let isFirst = described.header == nil
    if !isFirst, !isUpdated { return }
    described.header = key
    announce([.updateSection(0)])
  }

  override func rowCount(in section: Int) throws(SourceError) -> Int {
    guard section == 0 else { throw .section(section, count: 1) }
    return paths.count
  }

  override func holder(of path: RowPath) throws(SourceError) -> (source: Source, path: RowPath)? {
    guard path.section == 0, paths.indices.contains(path.row) else { throw .row(path, count: paths.count) }
    return (rows, paths[path.row])
  }

  override func section(at index: Int) throws(SourceError) -> SourceSection {
    guard index == 0 else { throw .section(index, count: 1) }
    return described
  }

  /// A row can be moved only within its group.
  override func carryOut(_ edit: RowEdit) -> Bool {
    guard let from = try? holder(of: edit.path)?.path else { return false }
    guard case .move(_, let target) = edit else { return rows.carryOut(.delete(from)) }
    guard let to = try? holder(of: target)?.path else { return false }
    return rows.carryOut(.move(from: from, to: to))
  }
}

/// Groups of rows, one for each key. The keys are the rows of another source, so groups come, go and change places as these
/// do. Each group shows its sections. For one list of the rows of all groups, put it into ``Source/rows(_:section:)``.
///
/// ```swift
/// list.children.source = GroupedSource(people, by: \Person.team, keys: teams)
/// list.children.source = GroupedSource(teams) { (team: Team.ID) in ArraySource(people(in: team)) }
/// ```
///
/// The key of a group is the id of its row in the source of the keys. Rows with an id of another type are left out, and a key
/// that occurs twice counts once. While one of the sources cannot be read, what it says stands above the groups.
public final class GroupedSource<Key: Hashable>: Source {
  private let groups = SectionsSource()
  /// The source of the keys; nil if the rows have them.
  private let keys: Source?
  /// The rows that are put into groups; nil if each group has a source of its own.
  private let rows: RowGroups<Key>?
  /// Makes the source of a key.
  private let make: (Key) -> Source
  private var sources: [Key: Source] = [:]
  /// The groups in order.
  private var shown: [Source] = []
  /// What the source of the keys says instead of them: that they are not read.
  private let keyNotices: RowGroup?
  /// For each section of the keys, the number of keys, as it was announced last.
  private var keyCounts: [Int] = []
  /// What the groups have announced while several of them change.
  private var pending: RowChanges?

  /// One source for each key. `source` makes the source of a key when the key appears; it must return a new one each time.
  /// The source is forgotten when the key disappears.
  public init(_ keys: Source, source: @escaping (Key) -> Source) {
    (self.keys, rows, make, keyNotices) = (keys, nil, source, RowGroup(of: keys, SourceSection()))
    super.init()
    begin(keys)
  }

  /// The rows of one source, each in the group of its key.
  ///
  /// - Parameters:
  ///   - rows: The source. All its sections are used. Rows of another type than `Row` are left out.
  ///   - key: Gives the key of a row. It is called for new and updated rows only. A row that gets another key goes to
  ///     another group, with its node.
  ///   - keys: The source of the keys, in order. A row with a key that is not there is left out. If the row of a key has
  ///     markup, it is the header of its group. Nil stands for the keys of the rows; then no group is empty.
  ///   - order: Tells whether one key of the rows comes before another. Nil keeps the order of the rows.
  ///   - section: What a group shows besides its rows. Nil shows the key as the title.
  ///
  /// A change of the rows costs as much as in an ``ArrangedSource``: it is linear, but only new and updated rows are read.
  public init<Row>(
    _ rows: Source, by key: @escaping (Row) -> Key, keys: Source? = nil, order: ((Key, Key) -> Bool)? = nil,
    section: ((Key) -> SourceSection)? = nil
  ) {
    let groups = RowGroups(of: rows, by: key, order: order) {
      section?($0) ?? SourceSection(id: "\($0)", title: "\($0)")
    }
    (self.keys, self.rows, make) = (keys, groups, { groups.group(of: $0) })
    keyNotices = keys.map { RowGroup(of: $0, SourceSection()) }
    super.init()
    begin(rows, keys)
  }

  private func begin(_ parts: Source?...) {
    show(groups)
    for part in parts { _ = part?.isAdopted(by: self) }
    change { () throws(SourceError) in
      try rows?.readAll()
      try readKeys(nil)
    }
  }

  override public func editingChanged() {
    super.editingChanged()
    for part in [keys, rows?.rows] { part?.isEditing = isEditing }
  }

  override public func containerChanged() {
    super.containerChanged()
    for part in [keys, rows?.rows] { part?.container = container }
  }

  override func sourceChanged(_ source: Source, _ changes: RowChanges) {
    if source === groups {
      if pending == nil { announce(changes) } else { pending?.append(changes) }
      return
    }
    change { () throws(SourceError) in
      if source === keys { return try readKeys(changes) }
      do throws(SourceError) { try rows?.follow(changes) } catch {
        report(error)
        try rows?.readAll()
      }
      rows?.tell()
      if keys == nil { try readKeys(nil) } else { showGroups() }
    }
    rows?.forget { sources[$0] == nil }
  }

  /// Announces what the body changes at once.
  private func change(_ body: () throws(SourceError) -> Void) {
    pending = RowChanges()
    do throws(SourceError) { try body() } catch { report(error) }
    let changes = pending ?? RowChanges()
    pending = nil
    announce(changes)
  }

  /// Shows the groups below what the sources say instead of rows.
  private func showGroups() {
    let all = [keyNotices, rows?.notices].compactMap(\.self).filter { !$0.paths.isEmpty } + shown
    if !all.elementsEqual(groups.children, by: ===) { groups.children = all }
  }

  /// Makes and forgets groups, so that there is one for each key. `changes` are those of the source of the keys.
  private func readKeys(_ changes: RowChanges?) throws(SourceError) {
    do throws(SourceError) { try followKeys(changes) } catch {
      // Nobody knows which keys were updated, so the next change reads all.
      keyCounts = []
      throw error
    }
  }

  private func followKeys(_ changes: RowChanges?) throws(SourceError) {
    var kept: [Key: Source] = [:]
    var ordered: [Source] = []
    func add(_ key: Key) -> Source? {
      if kept[key] != nil { return nil }
      let source = sources[key] ?? make(key)
      kept[key] = source
      ordered.append(source)
      return source
    }
    if let keys {
      let counts = try keys.rowCounts()
      let origins = changes.flatMap { try? RowOrigins(of: $0, from: keyCounts, to: counts) }
      let former = origins.map { FlatOrigins($0, from: keyCounts, to: counts) }
      let updated = Set(former?.updated ?? [])
      var noticePaths: [RowPath] = []
      var number = 0
      for (section, count) in counts.enumerated() {
        for row in 0..<count {
          let path = RowPath(section: section, row: row)
          let content = try keys.row(at: path)
          if content is any SourceNotice {
            noticePaths.append(path)
          } else if let key = id(of: content) as? Key, let source = add(key) {
            let isKept = sources[key] != nil && former.map { $0.places[number] >= 0 } == true
            (source as? RowGroup)?.show(content, isUpdated: !isKept || updated.contains(number))
          }
          number += 1
        }
      }
      keyCounts = counts
      keyNotices?.replace(noticePaths)
    } else {
      for key in rows?.keys ?? [] { _ = add(key) }
    }
    sources = kept
    shown = ordered
    showGroups()
  }

  private func id(of row: some Identifiable) -> Any { row.id }
}

/// Reads windows and finds positions, inside one transaction that reads.
struct WindowReader {
  let reader: any TableReader
  let plan: QueryPlan
  /// The name of the database.
  let database: String
  let metrics: DatabaseMetrics
  /// How long the reads of a window may take.
  let limit: Duration

  /// Reads the rows of a window. Rows that are as before are not decoded again. A window that has lost the row that it
  /// follows goes there.
  func read(_ window: Window) throws {
    metrics.count(.window)
    let viewers = window.viewers.values.map(\.events)
    reader.allow(limit) { viewers.contains { !$0.isClosed } }
    defer { reader.allow(nil, while: nil) }
    var state = try read(window, at: window.place)
    if let id = window.place.followed, !state.rows.contains(where: { $0.id == id }), let key = try key(of: id) {
      window.place = window.place.moved(to: key)
      state = try read(window, at: window.place)
    }
    try check(state.rows)
    window.show(state)
    (window.offset, window.located) = (nil, nil)
  }

  private func read(_ window: Window, at place: WindowPlace) throws -> WindowState {
    var known: [SQLValue: WindowRow] = [:]
    for row in window.state.rows { known[row.id] = row }
    let (before, after): ([WindowRow], [WindowRow])
    switch place.anchor {
    case .start:
      before = []
      after = try rows(from: nil, true, false, place.after, known, window.decode)
    case .end:
      before = try rows(from: nil, true, true, place.before, known, window.decode)
      after = []
    case .key(let key):
      guard key.values.count == plan.keyCount else {
        throw DatabaseError(
          .parameters, in: database, statement: plan.text.sql.text,
          "the key of a row has \(plan.keyCount) values, but this one has \(key.values.count)",
          remedy: "use a key of a row of this query")
      }
      before = try rows(from: key, false, true, place.before, known, window.decode)
      after = try rows(from: key, true, false, place.after, known, window.decode)
    }
    var state = window.state
    state.rows = before.reversed() + after
    state.anchor = before.count
    state.isAtStart = before.count < place.before || place.anchor == .start
    state.isAtEnd = after.count < place.after || place.anchor == .end
    return state
  }

  /// The key of the row with an id; nil if there is none.
  private func key(of id: SQLValue) throws -> RowKey? {
    var key: RowKey?
    try reader.each(plan.key(of: id)) { row in
      key = RowKey((0..<plan.keyCount).map(row.value))
      return false
    }
    return key
  }

  private func rows(
    from key: RowKey?, _ including: Bool, _ backward: Bool, _ count: Int, _ known: [SQLValue: WindowRow],
    _ decode: (RowDecoder) throws -> any Sendable
  ) throws -> [WindowRow] {
    var rows: [WindowRow] = []
    if count == 0 { return rows }
    for read in plan.reads(.rows, from: key, including: including, backward: backward) {
      try reader.each(read(count - rows.count)) { row in
        let key = RowKey(plan.keyColumns.map(row.value))
        let hash = row.rowHash
        if let same = known[key.id], same.hash == hash, same.key == key {
          rows.append(same)
        } else {
          rows.append(
            WindowRow(
              key: key, hash: hash, section: plan.sectionColumn.map(row.value),
              value: try decode(row.decoder)))
        }
        return true
      }
      if rows.count >= count { break }
    }
    return rows
  }

  private func check(_ rows: [WindowRow]) throws {
    var ids: Set<SQLValue> = []
    for row in rows where row.id == .null || !ids.insert(row.id).inserted {
      throw DatabaseError(
        .statement, in: database, statement: plan.text.sql.text,
        row.id == .null ? "a row has no \(plan.text.id)" : "two rows have the \(plan.text.id) \(row.id)",
        remedy: "name a column that has another value in each row")
    }
  }

  /// Divides ranges that have grown, and reads the starts of sections whose first row has gone.
  func tidy(_ samples: inout Samples) throws {
    if samples.isTidy { return }
    for range in samples.large.reversed() {
      let offset = samples.ranges[range].count / 2
      if let key = try key(offset, after: samples.ranges[range].start) {
        samples.divide(range, at: key, offset: offset)
      }
    }
    for section in samples.sections?.stale ?? [] {
      if let start = samples.sections?.all[section].start, let key = try key(0, after: start) {
        samples.sections?.setStart(key, of: section)
      }
    }
    samples.tidied()
  }

  /// Finds the position of a window's first row.
  func locate(_ window: Window, in samples: Samples) throws {
    if window.located == samples.version { return }
    defer { window.located = samples.version }
    var state = window.state
    (state.sections, state.count) = (samples.sections, samples.count)
    state.position = try position(of: window, in: samples)
    window.show(state)
  }

  private func position(of window: Window, in samples: Samples) throws -> Int {
    // A window without rows is at the end of the list, unless it looks at nothing but the rows before the first.
    guard let first = window.state.rows.first?.key else { return window.state.isAtEnd ? samples.count : 0 }
    let range = samples.range(of: first)
    let start = samples.ranges[range].start
    let offset: Int
    if let known = window.offset, known.start == start {
      offset = known.count
    } else {
      offset = try count(from: start, to: first, most: samples.ranges[range].count)
    }
    window.offset = Window.Offset(start: start, count: offset)
    return samples.count(before: range) + offset
  }

  private func key(_ offset: Int, after start: RowKey?) throws -> RowKey? {
    var last: RowKey?
    var count = 0
    for read in plan.reads(.keys, from: start, including: true) where count <= offset {
      try reader.each(read(offset + 1 - count)) { row in
        count += 1
        if count == offset + 1 { last = RowKey((0..<plan.keyCount).map(row.value)) }
        return true
      }
    }
    return last
  }

  private func count(from start: RowKey?, to end: RowKey, most: Int) throws -> Int {
    reader.allow(limit, while: nil)
    defer { reader.allow(nil, while: nil) }
    if let count = plan.count(from: start, to: end) { return try reader.integer(count) ?? 0 }
    var count = 0
    for read in plan.reads(.keys, from: start, including: true) {
      var isThere = false
      try reader.each(read(most + 1)) { row in
        let key = RowKey((0..<plan.keyCount).map(row.value))
        isThere = plan.order.compare(key, end) >= 0
        if !isThere { count += 1 }
        return !isThere
      }
      if isThere { break }
    }
    return count
  }
}

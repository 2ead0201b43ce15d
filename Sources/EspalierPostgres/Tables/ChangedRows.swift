import EspalierTables

/// What a reader has found in the log.
struct ChangedRows {
  /// One statement of one transaction.
  private struct Entry {
    let transaction: Int
    let before, after: String?
    /// Whether the log says only that something has changed.
    var isUnknown: Bool { before == nil && after == nil }
  }

  /// More text than this is read again as windows.
  private static let mostBytes = 4 << 20
  private var entries: [String: [Entry]] = [:]

  init(_ result: PostgresResult) {
    for row in 0..<result.count {
      guard let transaction = result[row, 0].flatMap({ Int($0) }), let table = result[row, 1] else { continue }
      entries[table, default: []].append(
        Entry(transaction: transaction, before: result[row, 2], after: result[row, 3]))
    }
  }

  /// The notes for those who show queries. Changes that a count has seen have another note than those that it has not.
  func notes(
    for queries: () -> [WatchedQuery], _ shapes: [QueryText: QueryShape], _ counts: [SeenChanges],
    _ tables: PostgresTables, on connection: PostgresConnection
  ) throws -> [ChangeNote] {
    if entries.isEmpty { return [] }
    let queries = queries()
    var notes: [ChangeNote] = []
    for (table, entries) in entries {
      let bytes = entries.reduce(0) { $0 + ($1.before?.utf8.count ?? 0) + ($1.after?.utf8.count ?? 0) }
      if entries.contains(where: \.isUnknown) || entries.count > tables.limits.mostRowsFollowed
        || bytes > Self.mostBytes
      {
        notes.append(ChangeNote(tables: [table]))
        continue
      }
      let asked = Dictionary(grouping: queries.filter { $0.plan.followedTable == table }) {
        QueryShape.Key($0.plan.text)
      }
      for part in Dictionary(grouping: entries, by: { entry in counts.map { $0.contains(entry.transaction) } }).values {
        var note = ChangeNote(tables: [table])
        note.number = part.first?.transaction ?? 0
        for group in asked.values {
          guard let plan = group.first?.plan, let shape = shapes[plan.text], let table = shape.followable else {
            continue
          }
          tables.metrics.count(.key)
          let statement = shape.keysOfChangedRows(plan, of: table)
          note.moves.merge(try Self.moves(group, shape, part, statement, connection)) { $1 }
        }
        notes.append(note)
      }
    }
    return notes
  }

  /// What happened to the keys of queries with one text. Nothing if the rows do not fit into the table any more.
  private static func moves(
    _ queries: [WatchedQuery], _ shape: QueryShape, _ entries: [Entry], _ statement: String,
    _ connection: PostgresConnection
  ) throws -> [Int: ChangeNote.KeyMoves] {
    var parameters: [[String?]] = [queries.map { "\($0.number)" }]
    for (index, type) in shape.parameters.enumerated() {
      parameters.append(queries.map { type.text($0.plan.sql.values[index]) })
    }
    let arrays = parameters.map(\.postgresArray)
    do {
      return try connection.inSavepoint {
        var moves: [Int: ChangeNote.KeyMoves] = [:]
        for query in queries { moves[query.number] = ChangeNote.KeyMoves() }
        for (rows, path) in [
          (entries.compactMap(\.before), \ChangeNote.KeyMoves.removed), (entries.compactMap(\.after), \.added),
        ] where !rows.isEmpty {
          let found = try connection.execute(statement, [joined(rows)] + arrays)
          PostgresRows(found, found.columns).each { row in
            if case .integer(let number) = row.value(0) {
              moves[Int(number)]?[keyPath: path].append(RowKey((1..<found.columnCount).map(row.value)))
            }
            return true
          }
        }
        return moves
      }
    } catch let error as PostgresError {
      if !error.isConnected || error.state == "57014" { throw error }
      return [:]
    }
  }

  /// One JSON array of all elements of others.
  private static func joined(_ arrays: [String]) -> String {
    "[" + arrays.map { $0.dropFirst().dropLast() }.joined(separator: ",") + "]"
  }
}

import EspalierTables

/// The entries of the log that a reader has not seen before.
struct LoggedChanges {
  /// One statement of one transaction.
  private struct Entry {
    let transaction: Int
    let before, after: String?
    /// Whether the log says only that something has changed.
    var isUnknown: Bool { before == nil && after == nil }
  }

  /// With more entries of a table, or more bytes, the windows are read again instead.
  private static let mostEntries = 10_000
  static let mostBytes = 4 << 20
  private var entries: [String: [Entry]] = [:]

  init(_ result: PostgresResult) {
    for row in 0..<result.count {
      guard let transaction = result[row, 0].flatMap({ Int($0) }), let table = result[row, 1] else { continue }
      entries[table, default: []].append(
        Entry(transaction: transaction, before: result[row, 2], after: result[row, 3]))
    }
  }

  /// The notes for queries that are followed. Changes that a count has seen have another note than those that it has not.
  func notes(
    for queries: [WatchedQuery], counts: [SeenChanges], in tables: PostgresTables,
    on connection: PostgresConnection
  ) throws -> [ChangeNote] {
    var notes: [ChangeNote] = []
    for (table, changes) in entries {
      if changes.contains(where: \.isUnknown) || changes.count > Self.mostEntries {
        notes.append(ChangeNote(tables: [table]))
        continue
      }
      let asked = Dictionary(grouping: queries.filter { $0.plan.followedTable == table }) {
        $0.plan.facts.map(ObjectIdentifier.init)
      }
      for part in Dictionary(grouping: changes, by: { change in counts.map { $0.contains(change.transaction) } }).values
      {
        var note = ChangeNote(tables: [table])
        // Each count has seen all changes of a part or none, so the number of any of them will do.
        note.number = part.first?.transaction ?? 0
        for group in asked.values {
          guard let plan = group.first?.plan, let shape = plan.facts as? QueryShape, let table = shape.followable else {
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

  /// What happened to the keys of queries with one text. Nothing, so that their windows are read again, if the rows do not fit
  /// into the table any more or it takes too long.
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
        var moves = [Int: ChangeNote.KeyMoves](minimumCapacity: queries.count)
        for query in queries { moves[query.number] = ChangeNote.KeyMoves() }
        let rows = [entries.compactMap(\.before), entries.compactMap(\.after)].map(joined)
        let found = try connection.execute(statement, rows + arrays)
        PostgresRows(found, found.columns).each { row in
          guard case .integer(let number) = row.value(0) else { return true }
          let key = RowKey((2..<found.columnCount).map(row.value))
          if row.value(1) == .integer(1) {
            moves[Int(number)]?.removed.append(key)
          } else {
            moves[Int(number)]?.added.append(key)
          }
          return true
        }
        return moves
      }
    } catch let error as PostgresError {
      if !error.isConnected { throw error }
      return [:]
    }
  }

  /// One JSON array of all elements of others.
  private static func joined(_ arrays: [String]) -> String {
    "[" + arrays.map { $0.dropFirst().dropLast() }.joined(separator: ",") + "]"
  }
}

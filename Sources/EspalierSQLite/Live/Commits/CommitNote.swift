/// What the writer says about one change of the file to those who show it.
struct CommitNote: Sendable {
  /// The keys that a followed query has lost and gained.
  struct KeyMoves: Sendable {
    var removed: [RowKey] = []
    var added: [RowKey] = []
  }

  /// The notes of a database are numbered in their order. The board sets it.
  var number = 0
  /// Whether another process may have changed anything, or the library does not know what was changed.
  var isUnknown = false
  /// The tables that have changed.
  var tables: Set<String> = []
  /// What happened to the keys of followed queries, by the number of the query. A query that is not here was not
  /// followed in time, or too much has changed.
  var moves: [Int: KeyMoves] = [:]
}

/// A query whose changes are followed row by row.
struct FollowedQuery: Sendable {
  let number: Int
  let table: String
  /// Returns the key of a row; its last parameter is the rowid.
  let keyOfRow: SQL
  let keyCount: Int
}

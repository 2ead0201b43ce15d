/// What is known about one change of the data.
package struct ChangeNote: Sendable {
  /// The keys that a followed query has lost and gained.
  package struct KeyMoves: Sendable {
    package var removed: [RowKey] = []
    package var added: [RowKey] = []

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    package init() {}
  }

  /// The number of the change: see ``SeenChanges``.
  package var number = 0
  /// Whether anything may have changed.
  package var isUnknown: Bool
  /// The tables that have changed: by name in SQLite, by number in PostgreSQL.
  package var tables: Set<String>
  /// What happened to the keys of followed queries, by the number of the query. A query that is not here was not
  /// followed in time, or too much has changed.
  package var moves: [Int: KeyMoves] = [:]

  package init(isUnknown: Bool = false, tables: Set<String> = []) {
    (self.isUnknown, self.tables) = (isUnknown, tables)
  }
}

/// A query whose changes are followed row by row.
package struct WatchedQuery: Sendable {
  package let number: Int
  package let plan: QueryPlan
}

/// The changes that a reader sees, by their numbers. SQLite numbers a change when it is committed, PostgreSQL when it begins.
/// So in PostgreSQL a change with a smaller number may be committed later.
package struct SeenChanges: Hashable, Sendable {
  /// Changes with this number and later ones are not seen.
  private let end: Int
  /// Earlier changes that were not committed yet.
  private let open: Set<Int>

  package init(before end: Int, without open: Set<Int> = []) { (self.end, self.open) = (end, open) }

  package func contains(_ change: Int) -> Bool { change < end && !open.contains(change) }
}

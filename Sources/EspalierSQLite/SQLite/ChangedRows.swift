/// The rows that a transaction has changed, by table. A row that is changed twice counts once.
///
/// It also names rows whose change was rolled back to a savepoint. They are the same before and after.
final class ChangedRows {
  /// The rowids of each table.
  private(set) var rows: [String: Set<Int64>] = [:]
  /// Tables with more changed rows than are followed.
  private(set) var overfull: Set<String> = []
  private let most: Int

  init(most: Int) { self.most = most }

  /// The tables that have changed.
  var tables: Set<String> { Set(rows.keys) }

  func insert(_ row: Int64, of table: String) {
    if overfull.contains(table) { return }
    rows[table, default: []].insert(row)
    if rows[table, default: []].count > most {
      rows[table] = []
      overfull.insert(table)
    }
  }

  func removeAll() {
    rows = [:]
    overfull = []
  }
}

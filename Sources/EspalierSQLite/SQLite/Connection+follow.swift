internal import CSQLite
internal import Glibc

extension Connection {
  /// Records the rows that this connection changes, up to `most` in a transaction. Returns false if this build of
  /// SQLite has no pre-update hook. The update hook would not do: it is silent about rows that REPLACE removes, and
  /// about `DELETE` without `WHERE`.
  func followRows(upTo most: Int) -> Bool {
    let rows = ChangedRows(most: most)
    changedRows = rows
    // Safe: the connection keeps the object for as long as it is open.
    let context = unsafe Unmanaged.passUnretained(rows).toOpaque()
    let isThere = unsafe espalier_sqlite_preupdate(
      handle,
      { context, _, operation, database, table, old, new in
        // Safe: SQLite's texts live during the call and are copied; the context is the object above.
        guard let context = unsafe context, let database = unsafe database, let table = unsafe table,
          unsafe strcmp(database, "main") == 0
        else { return }
        let rows = unsafe Unmanaged<ChangedRows>.fromOpaque(context).takeUnretainedValue()
        let name = unsafe String(cString: table)
        if operation != SQLITE_INSERT { rows.insert(old, of: name) }
        if operation != SQLITE_DELETE { rows.insert(new, of: name) }
      }, context)
    if isThere == 0 { changedRows = nil }
    return isThere != 0
  }

  /// Lets `deadline` end statements.
  func watchDeadline() {
    // Safe: the connection keeps the object for as long as it is open.
    let context = unsafe Unmanaged.passUnretained(deadline).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, 1000,
      { context in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, context)
  }
}

import EspalierSQLite
import Glibc

/// The database file of the demos.
public final class DemoTables: Sendable {
  let database: Database
  /// The file that `/database` shows, and its name.
  let browsed: (tables: BrowsedTables, file: String)
  private let path: String
  private let isTemporary: Bool

  /// The tables in a file, which is created if it does not exist. Nil stands for a file in the temporary folder, which is
  /// removed with this object. `browsing` is a file of anybody's, which is only read; nil stands for the demos' own.
  public init(_ path: String? = nil, browsing other: String? = nil) {
    isTemporary = path == nil
    self.path = path ?? "/tmp/espalier-demos-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    database = Database(self.path, schema: AddressBook.schema + LiveTable.schema)
    browsed = (
      BrowsedTables(database: other.map { Database(reading: $0) } ?? database),
      String((other ?? self.path).split(separator: "/").last ?? "")
    )
  }

  deinit {
    guard isTemporary else { return }
    // Safe: the call only reads the text.
    for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
  }
}

import EspalierSQLite
import Glibc

/// The database file of the demos.
public final class DemoTables: Sendable {
  let database: Database
  private let path: String
  private let isTemporary: Bool

  /// The tables in a file, which is created if it does not exist. Nil stands for a file in the temporary folder, which is
  /// removed with this object.
  public init(_ path: String? = nil) {
    isTemporary = path == nil
    self.path = path ?? "/tmp/espalier-demos-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    database = Database(self.path, schema: AddressBook.schema + LiveTable.schema)
  }

  deinit {
    guard isTemporary else { return }
    // Safe: the call only reads the text.
    for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
  }
}

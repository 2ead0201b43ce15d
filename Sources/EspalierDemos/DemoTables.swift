import EspalierPostgres
import EspalierSQLite
import Glibc

/// The tables of the demos: in a file, or in PostgreSQL.
public final class DemoTables: Sendable {
  let database: Database
  /// The file that `/database` shows, and its name. It is always one of SQLite.
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

  /// Tables in PostgreSQL, which are made if they do not exist. The URL is one of libpq. `browsing` is as above.
  public init(postgres url: String, browsing other: String? = nil) async throws {
    isTemporary = true
    path = "/tmp/espalier-demos-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    database = Database(postgres: url, following: ["person", "box"])
    browsed = (
      BrowsedTables(
        database: other.map { Database(reading: $0) } ?? Database(path, schema: AddressBook.schema + LiveTable.schema)),
      String((other ?? path).split(separator: "/").last ?? "")
    )
    try await database.write { data in
      // Another server may make them at the same time.
      try data.run("SELECT pg_advisory_xact_lock(20260301)")
      for statement in AddressBook.postgresSchema + LiveTable.postgresSchema { try data.run(statement) }
    }
  }

  deinit {
    guard isTemporary else { return }
    // Safe: the call only reads the text.
    for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
  }
}

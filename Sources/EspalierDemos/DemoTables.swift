public import EspalierHTTP
public import EspalierPostgres
import EspalierSQLite
import Glibc

/// The tables of the demos: in a file, or in PostgreSQL.
public final class DemoTables: Sendable {
  let database: Database
  /// The SQLite file that `/database` shows, and its name.
  let browsed: (tables: BrowsedTables, file: String)
  /// The databases that all servers of a cluster use.
  public let shared: [Database]
  private let path: String
  private let isTemporary: Bool

  /// The tables in a file, which is created if it does not exist. Nil stands for a file in the temporary folder, which is
  /// removed with this object. `browsing` is a file of anybody's, which is only read; nil stands for the demos' own.
  public convenience init(_ path: String? = nil, browsing other: String? = nil) {
    self.init(path, browsing: other, postgres: nil)
  }

  /// Tables in PostgreSQL, which are made if they do not exist. The URL is one of libpq. `browsing` is as above.
  public convenience init(postgres url: String, browsing other: String? = nil, log: Log) async throws {
    let shared = Database(postgres: url, following: ["person", "box"], log: log)
    self.init(nil, browsing: other, postgres: shared)
    try await shared.write { data in
      // Another server may make them at the same time.
      try data.run("SELECT pg_advisory_xact_lock(20260301)")
      for statement in AddressBook.postgresSchema + LiveTable.postgresSchema { try data.run(statement) }
    }
  }

  private init(_ path: String?, browsing other: String?, postgres: Database?) {
    isTemporary = path == nil
    self.path = path ?? "/tmp/espalier-demos-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    let file = Database(self.path, schema: AddressBook.schema + LiveTable.schema)
    (database, shared) = (postgres ?? file, postgres.map { [$0] } ?? [])
    browsed = (
      BrowsedTables(database: other.map { Database(reading: $0) } ?? file),
      String((other ?? self.path).split(separator: "/").last ?? "")
    )
  }

  deinit {
    guard isTemporary else { return }
    // Safe: the call only reads the text.
    for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
  }
}

import EspalierPostgres
import EspalierSQLite
import Glibc

/// Writes to a database until the process is killed:
///
///     espalier-trials --write FILE-OR-URL --from NUMBER
///
/// Each transaction is an event with a number as its id, and adds a row to two tables. The number is written to standard
/// error after the event.
enum EndlessWrites {
  static func run(_ path: String, from first: Int) async throws {
    let schema = """
      CREATE TABLE IF NOT EXISTS debit (id INTEGER PRIMARY KEY, event INTEGER NOT NULL, note TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS credit (id INTEGER PRIMARY KEY, event INTEGER NOT NULL, note TEXT NOT NULL);
      """
    // In PostgreSQL the test has made the tables.
    let database = path.hasPrefix("postgresql:") ? Database(postgres: path) : Database(path, schema: schema)
    var number = first
    while true {
      try await database.write(once: "\(number)") { [number] data in
        let note = String(repeating: "x", count: number % 997)
        try data.run("INSERT INTO debit (event, note) VALUES (\(number), \(note))")
        try data.run("INSERT INTO credit (event, note) VALUES (\(number), \(note))")
      }
      // At once: the log would write the line later, on its own thread.
      let line = Array("\(number)\n".utf8)
      // Safe: the call only reads the bytes.
      _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      number += 1
    }
  }
}

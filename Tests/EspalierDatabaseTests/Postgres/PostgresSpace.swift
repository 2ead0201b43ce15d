import EspalierPostgres
import Glibc
import Testing

@testable import EspalierTables

/// The database of one test in the PostgreSQL that `scripts/test` starts.
final class PostgresSpace: Sendable {
  let url: String
  private let (server, name): (String, String)

  /// Makes the database. `script` makes its tables. Its texts are in the order of their bytes, or of a language.
  init(_ script: String = "", language: String? = nil) throws {
    // Safe: nobody changes the environment, and the text is copied.
    server = try #require(
      unsafe getenv("ESPALIER_POSTGRES").map { unsafe String(cString: $0) },
      "Run `scripts/postgres FOLDER`, and set ESPALIER_POSTGRES to the URL that it names.")
    name = "test_\(UInt64.random(in: 0...(.max)))"
    url = server.replacing("/postgres?", with: "/\(name)?")
    try PostgresConnection(server).runScript(
      "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'"
        + (language.map { " LOCALE_PROVIDER icu ICU_LOCALE '\($0)'" } ?? ""))
    try run(script)
  }

  deinit { try? PostgresConnection(server).runScript("DROP DATABASE \(name) WITH (FORCE)") }

  /// Another program, for example psql.
  func connection() -> PostgresConnection { PostgresConnection(url) }

  /// Runs statements of another program.
  func run(_ script: String) throws { if !script.isEmpty { try connection().runScript(script) } }

  /// The rows of another program.
  func rows(_ sql: String) throws -> [[String?]] { try connection().execute(sql).rows }

  func database(
    following tables: [String] = [], limits: DatabaseLimits = DatabaseLimits()
  ) -> Database { Database(postgres: url, following: tables, limits: limits) }
}

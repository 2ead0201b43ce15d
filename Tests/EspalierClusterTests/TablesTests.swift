import EspalierHTTP
import EspalierLocks
import EspalierPostgres
import EspalierServer
import EspalierTestSupport
import Glibc
import Testing

@testable import EspalierCluster
@testable import EspalierTables

/// What one server writes into tables that all use.
@Suite struct TablesTests {
  private struct Row: Codable, Sendable { var id: Int }

  @Test func `what one server writes, the others look for at once`() async throws {
    // Safe: nobody changes the environment, and the text is copied.
    let url = try #require(unsafe getenv("ESPALIER_POSTGRES").map { unsafe String(cString: $0) })
    let table = "told_\(RandomID.next())"
    try PostgresConnection(url).runScript("CREATE TABLE \(table) (id int PRIMARY KEY)")
    defer { try? PostgresConnection(url).runScript("DROP TABLE \(table)") }
    // They would look by themselves after the test.
    let limits = DatabaseLimits { $0.lookEvery = .seconds(3600) }
    let databases = (0..<2).map { _ in EspalierTables.Database(postgres: url, following: [table], limits: limits) }
    let machines = Machines()
    let servers = try databases.enumerated().map { index, database in
      try machines.start("node\(index)", tables: [database]) { store, _ in
        Site(store: store, log: .silent) { Page("/desk", title: "Desk") { Desk() } }
      }
    }
    // They know each other.
    try await machines.passing {
      try await until { servers.allSatisfy { !$0.node.state.withLock { $0.addresses }.isEmpty } }
    }
    let query = Query<Row>(SQL("SELECT id FROM \(table)" as String))
    let window = databases[1].window(of: query, at: WindowPlace(.start, after: 10))
    let seen = Lock(-1)
    let following = Task {
      for await event in window.events {
        if case .changed(let state) = event { seen.withLock { $0 = state.rows.count } }
      }
    }
    defer { following.cancel() }
    try await until { seen.withLock { $0 } == 0 }
    for number in 1...3 {
      let insert: String = "INSERT INTO \(table) VALUES (\(number))"
      try await databases[0].write { try $0.run(SQL(insert)) }
      try await machines.passing { try await until { seen.withLock { $0 } == number } }
    }
  }
}

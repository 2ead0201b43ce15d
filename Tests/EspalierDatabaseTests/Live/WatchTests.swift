import EspalierHTTP
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierSQLite
@testable import EspalierTables

private struct Thing: Codable, Hashable, Sendable {
  let id: Int
  let title: String
}

/// Notes each report about the watched rows.
private final class Notes: ContainerModel {
  struct Note: Content {
    var reports: [String] = []
    var html: HTML { "\(reports.map { "<p>\($0)</p>" as HTML })" }
  }

  private let note = CellModel(Note())
  private let database: Database

  init(_ database: Database) {
    self.database = database
    super.init()
  }

  override func didLoad() {
    add(note)
    listen(to: Query<Thing>("SELECT * FROM thing WHERE id IN (1, 2, 2)"), in: database) { list, rows in
      func ids(_ rows: [Thing]) -> String { rows.map(\.title).joined() }
      list.note.content.reports.append(
        "\(ids(rows.rows)) +\(ids(rows.added)) ~\(ids(rows.changed)) -\(ids(rows.deleted))")
    }
  }
}

/// A node hears once for each transaction what has happened to the rows that it watches.
@Suite struct WatchTests {
  /// Watches all things, and says what it knows of them.
  private final class Everything: ContainerModel {
    private let note = CellModel(Notes.Note())
    private let database: Database

    init(_ database: Database) {
      self.database = database
      super.init()
    }

    override func didLoad() {
      add(note)
      listen(to: Query<Thing>("SELECT * FROM thing"), in: database) { list, things in
        list.note.content.reports.append("\(things.rows.count) \(things.changed.map(\.id))")
      } failed: { list, error in
        list.note.content.reports.append(error.code.description)
      }
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a watcher has all rows, and hears when there are too many of them`(kind: DatabaseKind) async throws {
    let bench = try TestDatabase(
      kind, thing: "title TEXT NOT NULL", limits: DatabaseLimits { $0.mostRowsHeld = 1000 })
    let database = bench.database
    try await database.write { data in
      for number in 1...1000 { try data.run("INSERT INTO thing (title) VALUES (\("\(number)"))") }
    }
    let site = Site(log: Log(threshold: .silent)) { Page("/things", title: "Things") { Everything(database) } }
    let way = try InProcess(site)
    let page = try await TestPage.open("/things", over: way)
    func reports() throws -> [String] { try page.contents(as: Notes.Note.self).first?.reports ?? [] }
    try await page.wait { _ in try reports() == ["1000 []"] }
    try await database.write { try $0.run("UPDATE thing SET title = 'x' WHERE id = 900") }
    try await page.wait { _ in try reports().last == "1000 [900]" }
    #expect(try await way.reply(to: Request(.get, "/things")).status == .ok)
    try await database.write { try $0.run("INSERT INTO thing (title) VALUES ('one too many')") }
    let reply = try await way.reply(to: Request(.get, "/things"))
    #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] == nil)
    #expect(String(decoding: reply.body.collected, as: UTF8.self).contains("too many rows"))
    try await database.write { try $0.run("DELETE FROM thing WHERE id = 1") }
    try await page.wait { _ in try reports().last?.hasPrefix("1000 ") == true }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a watcher has one report for each transaction that touches its rows WCH-01`(kind: DatabaseKind) async throws {
    let bench = try TestDatabase(kind, thing: "title TEXT NOT NULL")
    let database = bench.database
    try await database.write { data in
      for title in ["a", "b", "c"] { try data.run("INSERT INTO thing (title) VALUES (\(title))") }
    }
    let site = Site(log: Log(threshold: .silent)) { Page("/notes", title: "Notes") { Notes(database) } }
    let page = try await TestPage.open("/notes", over: try InProcess(site))
    func reports() throws -> [String] { try page.contents(as: Notes.Note.self).first?.reports ?? [] }
    var expected = ["ab + ~ -"]
    try await page.wait { _ in try reports() == expected }
    // Each transaction, and what is reported of it; nil for a row that is not watched.
    let steps: [(SQL, String?)] = [
      ("UPDATE thing SET title = 'x' WHERE id IN (1, 3)", "xb + ~x -"),
      ("UPDATE thing SET title = 'y' WHERE id = 3", nil),
      ("UPDATE thing SET title = title || '2' WHERE id < 3", "x2b2 + ~x2b2 -"),
      ("UPDATE thing SET title = title", nil),
      ("DELETE FROM thing WHERE id > 1", "x2 + ~ -b2"),
      ("INSERT INTO thing VALUES (2, 'z')", "x2z +z ~ -"),
      ("INSERT INTO thing VALUES (9, 'other')", nil),
      ("DELETE FROM thing", " + ~ -x2z"),
    ]
    for (statement, report) in steps {
      try await database.write { try $0.run(statement) }
      if let report { expected.append(report) }
      try await page.wait { _ in try reports() == expected }
    }
  }
}

import EspalierHTTP
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierSQLite

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
    watch(Query<Thing>("SELECT * FROM thing WHERE id IN (1, 2, 2)"), in: database) { list, rows in
      func ids(_ rows: [Thing]) -> String { rows.map(\.title).joined() }
      list.note.content.reports.append(
        "\(ids(rows.rows)) +\(ids(rows.added)) ~\(ids(rows.changed)) -\(ids(rows.deleted))")
    }
  }
}

/// A node hears once for each transaction what has happened to the rows that it watches.
@Suite struct WatchTests {
  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    database = Database(
      folder.path + "/things.sqlite",
      schema: "CREATE TABLE IF NOT EXISTS thing (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
      limits: DatabaseLimits { $0.lookEvery = .milliseconds(20) })
  }

  @Test func `a watcher has one report for each transaction that touches its rows WCH-01`() async throws {
    let database = database
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

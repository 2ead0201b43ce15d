import Espalier
import EspalierHTTP
import EspalierServer
import EspalierSQLite
import EspalierTestSupport
import EspalierTesting
import Testing

/// A thing on a shelf.
private struct Thing: Content, Identifiable {
  let id: Int
  let title: String
  let subtitle: String
  var html: HTML { "\(title): \(subtitle)" }
}

private struct ThingsURL: SiteURL {
  static let path = "/things"
  var at: ListAnchor?
}

/// A page over any database: it shows, watches and writes.
private final class Things: ContainerModel {
  struct Tools: Content {
    static let add = Event<String>("add")
    static let move = Event<Int>("move", in: 0...Int.max)
    static let remove = Event<Int>("remove", in: 0...Int.max)
    var count = 0
    var html: HTML {
      """
      <form \(Self.add)><input name="data" required></form><button \(Self.move, sends: 1)>Move</button>\
      <button \(Self.remove, sends: 1)>Remove</button>\(count)
      """
    }
  }

  private let database: Database
  private let tools = CellModel(Tools())

  init(_ database: Database, _ sort: SortColumn, bySection: Bool = false) {
    self.database = database
    super.init()
    let rows = ContainerModel()
    rows.children.source = FetchedSource(
      Query<Thing>(
        "SELECT id, title, subtitle FROM thing", sortedBy: sort, section: bySection ? "subtitle" : nil),
      in: database, size: 10, titlesAbove: 0)
    rows.footer = .laterRows { ThingsURL(at: $0) }
    add([tools, rows])
  }

  override func didLoad() {
    let all = Query<Thing>("SELECT id, title, subtitle FROM thing")
    listen(to: all, in: database) { list, things in list.tools.content.count = things.rows.count }
    on(Tools.add) { list, title in
      list.write(to: list.database) { try $0.run("INSERT INTO thing (title, subtitle) VALUES (\(title), \(title))") }
    }
    on(Tools.move) { list, id in
      list.write(to: list.database) { try $0.run("UPDATE thing SET subtitle = \("zz") WHERE id = \(id)") }
    }
    on(Tools.remove) { list, id in
      list.write(to: list.database) { try $0.run("DELETE FROM thing WHERE id = \(id)") }
    }
  }
}

/// A page is the same with SQLite and with PostgreSQL.
@Suite struct LiveDatabaseTests {
  private func fill(_ database: Database, _ letters: String) async throws {
    _ = try await database.write(once: nil) { data in
      for letter in letters.map(String.init) {
        try data.run("INSERT INTO thing (title, subtitle) VALUES (\(letter), \(letter))")
      }
    }
  }

  private func open(
    _ database: Database, _ sort: SortColumn = .ascending("subtitle"), bySection: Bool = false
  ) async throws -> TestPage {
    let site = Site(log: Log(threshold: .silent)) {
      Page("/things", title: "Things") { Things(database, sort, bySection: bySection) }
    }
    return try await TestPage.open("/things", over: try InProcess(site))
  }

  private func titles(_ page: TestPage) -> String {
    ((try? page.contents(as: Thing.self)) ?? []).map(\.title).joined()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `one page shows, watches and writes the rows of any database`(kind: DatabaseKind) async throws {
    let bench = try TestDatabase(kind, thing: "title TEXT NOT NULL, subtitle TEXT NOT NULL")
    let database = bench.database
    try await fill(database, "cab")
    let page = try await open(database)
    try await page.wait { titles($0) == "abc" && $0["tools"]?["count"] == 3 }
    try await page.send("add", from: "tools", data: "bb")
    try await page.wait { titles($0) == "abbbc" && $0["tools"]?["count"] == 4 }
    // Row 1 has the title c.
    try await page.send("move", from: "tools", data: 1)
    try await page.wait { titles($0) == "abbbc" }
    try await page.send("remove", from: "tools", data: 1)
    try await page.wait { titles($0) == "abbb" && $0["tools"]?["count"] == 3 }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rows are in the order of the query, and in its sections`(kind: DatabaseKind) async throws {
    let bench = try TestDatabase(kind, thing: "title TEXT NOT NULL, subtitle TEXT NOT NULL")
    let database = bench.database
    try await fill(database, "cab")
    let page = try await open(database, .descending("subtitle"))
    try await page.wait { titles($0) == "cba" }
    let sections = try await open(database, .ascending("title"), bySection: true)
    try await sections.wait { titles($0) == "abc" && $0["container"]?.children.count { $0.type == "Section" } == 3 }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a long list is shown in windows that lead to all rows`(kind: DatabaseKind) async throws {
    let bench = try TestDatabase(kind, thing: "title TEXT NOT NULL, subtitle TEXT NOT NULL")
    let database = bench.database
    let letters = "abcdefghijklmnopqrstuvwxyz"
    try await fill(database, letters)
    let page = try await open(database)
    try await page.wait { titles($0) == "abcdefghij" }
    try await page.send("later", from: "container/footer")
    try await page.wait { titles($0) == letters.prefix(19) }
    try await page.send("later", from: "container/footer")
    try await page.wait { titles($0) == letters }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `an event is written once, and an error changes nothing`(kind: DatabaseKind) async throws {
    struct Refused: Error {}
    let bench = try TestDatabase(kind, thing: "title TEXT NOT NULL, subtitle TEXT NOT NULL")
    let database = bench.database
    let work: @Sendable (DatabaseWriter) throws -> Int = {
      try $0.run("INSERT INTO thing (title, subtitle) VALUES (\("a"), \("a"))")
    }
    #expect(try await database.write(once: "event", work) == 1)
    #expect(try await database.write(once: "event", work) == nil)
    await #expect(throws: Refused.self) {
      try await database.write(once: nil) { data in
        _ = try work(data)
        throw Refused()
      }
    }
    let things = try await database.write(once: nil) {
      try $0.rows("SELECT id, title, subtitle FROM thing", as: Thing.self)
    }
    #expect(things?.map(\.id) == [1])
  }
}

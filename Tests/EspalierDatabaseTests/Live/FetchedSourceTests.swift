import EspalierHTTP
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierSQLite
@testable import EspalierTables

private struct Thing: Content, Identifiable {
  let id: Int
  let title: String
  let subtitle: String
  var html: HTML { "\(title): \(subtitle)" }
}

/// A list of things, with a button that writes.
private final class Things: ContainerModel {
  struct Add: Content {
    static let add = Event<String>("add")
    var html: HTML { "<form \(Self.add)><input name=\"data\" required></form>" }
  }

  private let database: Database

  init(_ database: Database, bySection: Bool = false, at anchor: ListAnchor = .start) {
    self.database = database
    super.init()
    let rows = ContainerModel()
    let query =
      bySection
      ? Query<Thing>("SELECT * FROM thing", sortedBy: .ascending("subtitle"), section: "subtitle")
      : Query<Thing>("SELECT * FROM thing", sortedBy: .ascending("subtitle"))
    rows.children.source = FetchedSource(query, in: database, at: anchor)
    add(CellModel(Add()))
    add(rows)
  }

  override func didLoad() {
    on(Add.add) { list, title in
      list.write(to: list.database) { try $0.run("INSERT INTO thing (title, subtitle) VALUES (\(title), 'z')") }
    }
  }
}

/// A database of things, and a site that shows them.
private struct Bench {
  let base: TestDatabase
  var database: Database { base.database }

  init(_ kind: DatabaseKind) throws {
    base = try TestDatabase(kind, thing: "title TEXT NOT NULL, subtitle TEXT NOT NULL")
  }

  func site(bySection: Bool = false, rest: Duration = .seconds(5)) -> Site {
    var limits = Limits()
    limits.pages.rest = rest
    return Site(limits: limits, log: Log(threshold: .silent)) { [database] in
      Page("/things", title: "Things") { Things(database, bySection: bySection) }
    }
  }

  func fill(_ subtitles: String) async throws {
    try await database.write { data in
      for letter in subtitles { try data.run("INSERT INTO thing (title, subtitle) VALUES ('T', \(String(letter)))") }
    }
  }
}

/// Pages that show the rows of a database.
@Suite struct FetchedSourceTests {
  private func ids(_ page: TestPage) -> [Int] { (try? page.contents(as: Thing.self).map(\.id)) ?? [] }

  /// The JSON patches since a version.
  private func patches(_ way: InProcess, since version: String) async throws -> [JSON] {
    let request = try Request(
      .get, "/things/patches?since=\(version)&dialect=json-patch", headers: [.accept: "application/json"])
    let reply = try await way.reply(to: request)
    let document = try JSON(parsing: reply.body.collected)
    guard case .array(let entries)? = document["patches"] else { return [] }
    return entries.compactMap { $0["patch"] }
  }

  private func words(_ patch: JSON?) -> [String] {
    guard case .array(let operations)? = patch else { return [] }
    return operations.compactMap { $0["op"]?.text }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a page shows the rows in their order`(kind: DatabaseKind) async throws {
    let bench = try Bench(kind)
    try await bench.fill("cab")
    let page = try await TestPage.open("/things", over: try InProcess(bench.site()))
    try await page.wait { ids($0) == [2, 3, 1] }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a changed sort key is one move, and a transaction is one change (FET-05, FET-03, H-D9)`(kind: DatabaseKind)
    async throws
  {
    let bench = try Bench(kind)
    try await bench.fill("abcd")
    let way = try InProcess(bench.site())
    let page = try await TestPage.open("/things", over: way)
    try await page.wait { ids($0).count == 4 }
    let version = page.version
    try await bench.database.write { try $0.run("UPDATE thing SET subtitle = 'cc' WHERE id = 1") }
    try await page.wait { ids($0) == [2, 3, 1, 4] }
    let moved = try await patches(way, since: version).map(words)
    #expect(moved.count == 1 && moved.first?.filter { $0 != "replace" } == ["move"], "\(moved)")
    let next = page.version
    try await bench.database.write { data in
      for _ in 0..<5 { try data.run("INSERT INTO thing (title, subtitle) VALUES ('T', 'x')") }
    }
    try await page.wait { ids($0).count == 9 }
    #expect(try await patches(way, since: next).map(words) == [Array(repeating: "add", count: 5)])
    // A transaction that changes nothing says nothing.
    let last = page.version
    try await bench.database.write { try $0.run("UPDATE thing SET subtitle = 'q' WHERE id = 99") }
    try await bench.database.write { try $0.run("UPDATE thing SET subtitle = subtitle") }
    try await bench.database.write { try $0.run("UPDATE thing SET title = 'U' WHERE id = 2") }
    try await page.wait { try $0.contents(as: Thing.self).contains { $0.title == "U" } }
    #expect(try await patches(way, since: last).map(words) == [["replace"]])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `sections come, go and move with their rows (FET-02, H-D15)`(kind: DatabaseKind) async throws {
    let bench = try Bench(kind)
    try await bench.fill("aab")
    let page = try await TestPage.open("/things", over: try InProcess(bench.site(bySection: true)))
    func number(_ row: TestNode) -> Int? { Int(row.address.split(separator: "/").last ?? "") }
    func sections() -> [[Int]] {
      let all = page["container"]?.children ?? []
      return all.map { section in section.children.filter { $0.type == "Thing" }.compactMap(number) }
    }
    try await page.wait { _ in sections() == [[1, 2], [3]] }
    try await bench.database.write { data in
      try data.run("UPDATE thing SET subtitle = 'b' WHERE id = 1")
      try data.run("INSERT INTO thing (title, subtitle) VALUES ('T', 'ab')")
    }
    try await page.wait { _ in sections() == [[2], [4], [1, 3]] }
    try await bench.database.write { try $0.run("DELETE FROM thing WHERE subtitle < 'b'") }
    try await page.wait { _ in sections() == [[1, 3]] }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `what other programs write is shown, and what cannot be read says so until it can (H-D13)`(kind: DatabaseKind)
    async throws
  {
    let bench = try Bench(kind)
    try await bench.fill("ab")
    let page = try await TestPage.open("/things", over: try InProcess(bench.site()))
    try bench.base.run("INSERT INTO thing (title, subtitle) VALUES ('T', 'aa')")
    try await page.wait { ids($0) == [1, 3, 2] }
    try bench.base.run("ALTER TABLE thing RENAME TO things")
    try await page.wait { try !$0.contents(as: UnreadList.self).isEmpty }
    // Nobody loses what is shown.
    #expect(ids(page) == [1, 3, 2])
    try bench.base.run("ALTER TABLE things RENAME TO thing")
    try await page.wait { ids($0) == [1, 3, 2] }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `an event is written once, and is acknowledged when it is written`(kind: DatabaseKind) async throws {
    let bench = try Bench(kind)
    let way = try InProcess(bench.site())
    let page = try await TestPage.open("/things", over: way)
    let body: JSON = ["node": "add", "event": "add", "data": "Lamp", "id": "0123456789abcdef0123456789abcdef"]
    let headers: Headers = [.accept: "application/json", .contentType: "application/json", .cookie: page.cookie ?? ""]
    for _ in 1...2 {
      let reply = try await way.reply(to: try Request(.post, "/things/events", headers: headers, body: body.bytes))
      #expect(reply.status == .ok)
      // The reply comes after the transaction.
      #expect(try await bench.database.rows("SELECT count(*) FROM thing", as: Int.self) == [1])
    }
    let count: String = "SELECT count(*) FROM \(bench.base.events)"
    #expect(try await bench.database.rows(SQL(count), as: Int.self) == [1])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `who reads a page sees what was written, on the page that wrote and on others`(kind: DatabaseKind) async throws {
    let bench = try Bench(kind)
    let way = try InProcess(bench.site())
    let pages = try await [TestPage.open("/things", over: way), TestPage.open("/things", over: way)]
    for number in 1...50 {
      try await pages[number % 2].send("add", from: "add", data: .string("\(number)"))
      #expect(ids(pages[number % 2]).count == 2 * number - 1)
      try await pages[1 - number % 2].reload()
      #expect(ids(pages[1 - number % 2]).count == 2 * number - 1)
      try await bench.database.write { try $0.run("INSERT INTO thing (title, subtitle) VALUES ('T', 'a')") }
      try await pages[0].reload()
      #expect(ids(pages[0]).count == 2 * number)
    }
  }

  /// Another program's file, which has no write-ahead log, so that a writer locks readers out.
  @Test func `a list that is not read yet, or cannot be read, says so, and the page answers 503`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/other.sqlite"
    let other = try Connection(path: path)
    try other.execute(
      "CREATE TABLE thing (id INTEGER PRIMARY KEY, title TEXT, subtitle TEXT); INSERT INTO thing VALUES (1, 'T', 'a')")
    try other.execute("BEGIN EXCLUSIVE")
    let things = Database(reading: path, limits: DatabaseLimits { $0.lookEvery = .milliseconds(20) })
    let site = Site(log: Log(threshold: .silent)) { Page("/things", title: "Things") { Things(things) } }
    let way = try InProcess(site)
    for accept in ["text/html", "application/json"] {
      let reply = try await way.reply(to: try Request(.get, "/things", headers: [.accept: accept]))
      let text = String(decoding: reply.body.collected, as: UTF8.self)
      #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] == "1")
      #expect(reply.headers[.cacheControl] == "no-store")
      #expect(text.contains(accept == "text/html" ? "Loading" : #""reason":"loading""#))
    }
    try other.execute("COMMIT")
    let page = try await TestPage.open("/things", over: way)
    try await page.wait { ids($0) == [1] }
    #expect(try await way.reply(to: Request(.get, "/things")).status == .ok)
    // Nobody but a person can mend this, so there is no time to wait for.
    try other.execute("ALTER TABLE thing RENAME COLUMN subtitle TO other")
    try await page.wait { try !$0.contents(as: UnreadList.self).isEmpty }
    let reply = try await way.reply(to: try Request(.get, "/things", headers: [.accept: "text/html"]))
    #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] == nil)
    let text = String(decoding: reply.body.collected, as: UTF8.self)
    #expect(text.contains("This list cannot be read. It may be out of date.<"))
  }

  @Test(arguments: [false, true])
  func `each row of a list is found from key to key, also with infinities in the order`(isDescending: Bool) async throws
  {
    let folder = try TemporaryFolder()
    struct Weight: Codable, Sendable, Equatable { var id: Int }
    let database = Database(
      folder.path + "/weights.sqlite", schema: "CREATE TABLE weight (id INTEGER PRIMARY KEY, kg REAL)")
    try await database.write { data in
      for kg in ["9e999", "-9e999", "NULL", "0", "1.5", "-0.0", "1e300"] {
        for _ in 1...4 { try data.run(SQL("INSERT INTO weight (kg) VALUES (\(kg))")) }
      }
    }
    let query = Query<Weight>(
      "SELECT id, kg FROM weight", sortedBy: isDescending ? .descending("kg") : .ascending("kg"))
    var (seen, place) = ([SQLValue](), WindowPlace(.start, after: 3))
    while true {
      let viewer = Viewer(database, query, place)
      try await until { viewer.now.state.count == 28 }
      let new = viewer.now.state.rows.dropFirst(seen.isEmpty ? 0 : 1)
      if new.isEmpty { break }
      seen += new.map(\.id)
      // The key goes through its text, as in a link.
      let last = try #require(new.last)
      let key = try #require(RowKey(text: last.key.text))
      place = WindowPlace(.key(key), after: 4)
      if seen.count > 28 { break }
    }
    #expect(Set(seen).count == 28 && seen.count == 28)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a page that nobody looks at reads nothing, and is right for the next viewer`(kind: DatabaseKind) async throws {
    let bench = try Bench(kind)
    try await bench.fill("ab")
    let way = try InProcess(bench.site(rest: .milliseconds(50)))
    let page = try await TestPage.open("/things", over: way)
    let work = try await bench.database.workBeforeRest()
    try await bench.database.write { try $0.run("INSERT INTO thing (title, subtitle) VALUES ('T', 'c')") }
    try await Task.sleep(for: .milliseconds(100))
    #expect(bench.database.workDone == work)
    try await page.wait { ids($0) == [1, 2, 3] }
  }

  private struct ThingsURL: SiteURL {
    static let path = "/things"
    var at: ListAnchor?
  }

  /// A list that shows few rows and follows the one that is selected.
  private final class Followed: ContainerModel {
    let selection = Selection(followsMoves: true)
    private let things: FetchedSource<Thing>

    init(_ database: Database) {
      let query = Query<Thing>("SELECT * FROM thing", sortedBy: .ascending("subtitle"))
      things = FetchedSource(query, in: database, size: 3)
      super.init()
      children.source = things
    }

    override func didLoad() {
      footer = .laterRows { ThingsURL(at: $0) }
      add(selection)
      on(Selection.didSelect) { list, _ in
        list.things.follow(list.selection.nodes.first?.content(as: Thing.self)?.id)
      }
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a selected row stays in the window and stays selected, wherever it goes (D29)`(kind: DatabaseKind) async throws
  {
    let bench = try Bench(kind)
    try await bench.fill("abcdefghij")
    let site = Site(log: Log(threshold: .silent)) { [database = bench.database] in
      Page("/things", title: "Things") { Followed(database) }
    }
    let page = try await TestPage.open("/things", over: try InProcess(site))
    try await page.wait { ids($0) == [1, 2, 3] }
    try await page.send("select", from: "2", data: true)
    try await bench.database.write { try $0.run("UPDATE thing SET subtitle = 'hh' WHERE id = 2") }
    try await page.wait { ids($0) == [8, 2, 9] }
    #expect(try await page.html().contains("aria-pressed=\"true\""))
    try await page.send("later", from: "footer")
    try await page.wait { ids($0).last == 10 }
    // Somebody who looks elsewhere is not taken back.
    try await bench.database.write { try $0.run("UPDATE thing SET subtitle = 'aa' WHERE id = 2") }
    try await page.wait { !ids($0).contains(2) }
  }

  /// A part of a list, with or without a row that leads to more of it.
  private final class Part: ContainerModel {
    init(_ database: Database, leadsOn: Bool) {
      super.init()
      children.source = FetchedSource(
        Query<Thing>("SELECT * FROM thing", sortedBy: .ascending("subtitle")), in: database, size: 3)
      if leadsOn { footer = .laterRows { ThingsURL(at: $0) } }
    }
  }

  @Test(arguments: DatabaseKind.allCases, [("ab", false), ("abcdefgh", true), ("abcdefgh", false)])
  func `a list that shows a part, and has no way to the rest, is reported once`(
    kind: DatabaseKind, list: (letters: String, leadsOn: Bool)
  )
    async throws
  {
    let bench = try Bench(kind)
    let (letters, leadsOn) = list
    try await bench.fill(letters)
    let lines = Lock<[String]>([])
    let log = Log(threshold: .warning) { bytes in lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
    let site = Site(log: log) { [database = bench.database] in
      Page("/things", title: "Things") { Part(database, leadsOn: leadsOn) }
    }
    let page = try await TestPage.open("/things", over: try InProcess(site))
    try await page.wait { ids($0) == Array(1...min(3, letters.count)) }
    try await bench.fill("A")
    try await page.wait { ids($0).first == letters.count + 1 }
    func reports() -> Int { lines.withLock { $0.count { $0.contains("nothing leads to the others") } } }
    try await until { reports() == (letters.count > 3 && !leadsOn ? 1 : 0) }
    #expect(reports() < 2)
  }

  @Test func `a database ends with the site whose pages show it`() async throws {
    let folder = try TemporaryFolder()
    weak var last: Database?
    do {
      let database = Database(
        folder.path + "/short.sqlite",
        schema: "CREATE TABLE thing (id INTEGER PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT NOT NULL)")
      last = database
      let site = Site(log: Log(threshold: .silent)) { Page("/things", title: "Things") { Things(database) } }
      let page = try await TestPage.open("/things", over: try InProcess(site))
      try await page.wait { ids($0).isEmpty }
    }
    try await until { last == nil }
  }

  @Test(arguments: [#"["b",2]"#, #"["b",null,1.5,{"hex":"00ff"}]"#])
  func `a key has a text that leads back to it`(text: String) throws {
    #expect(try #require(RowKey(text: text)).text == text)
  }

  @Test(arguments: ["", "b", "[]", "{}", "[true]", #"[{"hex":"0"}]"#, "[[1]]"])
  func `another text is no key`(text: String) { #expect(RowKey(text: text) == nil) }
}

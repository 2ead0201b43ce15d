import EspalierHTTP
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierSQLite
@testable import EspalierTables

/// Adds a thing, and tells the person who did it.
private final class Things: ContainerModel {
  struct Form: Content {
    static let add = Event<String>("add")
    var added = 0
    var html: HTML { "<p>\(added)</p><button \(Self.add, sends: "a")>Add</button>" }
  }

  private let form = CellModel(Form())
  private let database: Database

  init(_ database: Database) {
    self.database = database
    super.init()
  }

  override func didLoad() {
    add(form)
    on(Form.add) { list, title in
      list.write(to: list.database) {
        try $0.run("INSERT INTO thing (title) VALUES (\(title))")
      } then: { list, _ in
        list.form.content.added += 1
        list.showNotice("\(title) added")
        list.navigate(to: "/things")
      }
    }
  }
}

/// What a handler says after a write is for the person who caused it.
@Suite struct WriteTests {
  private let folder: TemporaryFolder
  private let site: InProcess

  init() throws {
    folder = try TemporaryFolder()
    let database = Database(
      folder.path + "/things.sqlite",
      schema: "CREATE TABLE IF NOT EXISTS thing (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE)")
    var limits = Limits()
    limits.pages.work = .seconds(120)
    site = try InProcess(
      Site(limits: limits, log: Log(threshold: .silent)) { Page("/things", title: "Things") { Things(database) } })
  }

  private func effects(_ receipt: TestReceipt) -> [JSON] {
    if case .array(let effects)? = receipt.document["effects"] { effects } else { [] }
  }

  /// What everybody gets.
  private func patches(since page: TestPage) async throws -> String {
    let request = try Request(
      .get, "/things/patches?since=\(page.version)", headers: [.accept: "application/json"])
    return String(decoding: try await site.reply(to: request).body.collected, as: UTF8.self)
  }

  @Test func `a notice and a navigation after a write are for the sender only`() async throws {
    let sender = try await TestPage.open("/things", over: site)
    let other = try await TestPage.open("/things", over: site)
    let receipt = try await sender.send("add", from: "form", data: "pot")
    let shown = effects(receipt).map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(shown.count == 2 && shown[0].contains("pot added") && shown[1].contains("/things"))
    // The patch that everybody gets has the change, and no effect.
    let patches = try await patches(since: other)
    #expect(patches.contains("added") && !patches.contains("pot added"))
  }

  @Test func `what could not be written is said to the sender only`() async throws {
    let page = try await TestPage.open("/things", over: site)
    _ = try await page.send("add", from: "form", data: "pot")
    let receipt = try await page.send("add", from: "form", data: "pot")
    #expect(effects(receipt).count == 1)
    #expect(!(try await patches(since: page)).contains("effect"))
  }
}

import Espalier
import EspalierSQLite
import EspalierServer
import EspalierTesting
import Testing

/// A site that ends, and another one with the same file: what people see and may repeat.
@Suite struct RestartTests {
  private struct Counter: Content {
    static let add = Event<Int>("add")
    var number = 0
    var html: HTML { "<p>\(number)</p><button \(Self.add, sends: 1)>Add</button>" }
  }
  private final class CounterList: ContainerModel {
    private let counter = CellModel(Counter())
    override func didLoad() {
      add(counter)
      counter.keep(\.content, as: "counter")
      on(Counter.add) { $0.counter.content.number += $1 }
    }
  }

  private let folder = TemporaryFolder()

  private func start(_ scope: Page.Scope) throws -> InProcess {
    let store = try SQLitePageStore(folder.path + "/pages.sqlite")
    return try InProcess(
      Site(store: store, log: .silent) { Page("/count", title: "Count", scope: scope) { CounterList() } })
  }

  private func post(_ transport: InProcess, _ query: String, id: String) async throws -> (status: Int, body: JSON) {
    let body: JSON = ["node": "counter", "event": "add", "data": 1, "id": .string(id)]
    let headers: Headers = [.accept: MediaType.json.description, .contentType: MediaType.json.description]
    let reply = await transport.reply(
      to: try Request(.post, "/count/events\(query)", headers: headers, body: body.bytes))
    guard case .bytes(let bytes) = reply.body else { return (reply.status.code, .null) }
    return (reply.status.code, try JSON(parsing: bytes))
  }

  @Test func `what an acknowledged event did is there after a restart, with another epoch`() async throws {
    let page = try await TestPage.open("/count", over: start(.shared))
    try await page.send("add", from: "counter", data: 2)
    let again = try await TestPage.open("/count", over: start(.shared))
    #expect(again["counter"]?["number"] == 2)
    #expect(again.version.split(separator: ".")[0] != page.version.split(separator: ".")[0])
  }

  @Test func `a repeat of an event from before the restart has no second effect`() async throws {
    #expect(try await post(start(.shared), "", id: "once").status == 200)
    let after = try start(.shared)
    let repeated = try await post(after, "", id: "once")
    #expect(repeated.status == 200)
    #expect(repeated.body["repeated"] == true)
    #expect(repeated.body["patch"] == [])
    #expect(try await TestPage.open("/count", over: after)["counter"]?["number"] == 1)
  }

  @Test func `an instance that was named by its id is found by it after the restart`() async throws {
    let before = try start(.browser)
    let first = try await post(before, "", id: "one").body
    let id = try #require(first["instance"]?.text)
    let second = try await post(start(.browser), "?instance=\(id)", id: "two")
    #expect(second.status == 200)
    #expect(second.body["patch"]?.description.contains("\"value\":2") == true)
    #expect(try await post(start(.browser), "?instance=\(String(repeating: "0", count: 32))", id: "x").status == 404)
  }
}

import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

@Suite struct NotificationDemoTests {
  private static let addresses = [
    "root": "root/header", "F": "root/F/header", "S": "root/F/S/header", "I1": "root/F/S/I1", "I2": "root/F/S/I2",
    "G": "root/G/header", "J": "root/G/J",
  ]

  private func open() async throws -> TestPage {
    try await TestPage.open("/notifications", over: InProcess(DemoSite.make(log: .silent)))
  }

  /// Posts in a scope. Returns the nodes that the page shows as receivers, in the shown order.
  private func post(_ page: TestPage, from node: String, _ scope: NotificationScope) async throws -> [String] {
    try await page.send("choose", from: "header", data: .string(scope.rawValue))
    let receipt = try await page.send("post", from: #require(Self.addresses[node]))
    let heard = Self.addresses.compactMap { name, address -> (order: Int64, name: String)? in
      guard case .int(let order) = page[address]?["order"] else { return nil }
      return (order, name)
    }.sorted { $0.order < $1.order }
    #expect(heard.map(\.order) == Array(1...7).prefix(heard.count).map(Int64.init))
    #expect(receipt.document["notified"]?[0]?["scope"]?.text == scope.rawValue)
    return heard.map(\.name)
  }

  @Test(arguments: [
    ("I1", NotificationScope.global, ["root", "F", "S", "I1", "I2", "G", "J"]),
    ("I1", .reusable, ["F", "S", "I1", "I2"]),
    ("J", .reusable, ["G", "J"]),
    ("root", .reusable, ["root", "F", "S", "I1", "I2", "G", "J"]),
    ("S", .children, ["I1", "I2"]),
    ("S", .childrenAndSelf, ["S", "I1", "I2"]),
    ("I1", .parents, ["S", "F", "root"]),
    ("J", .children, []),
  ])
  func `the explorer shows which nodes receive a notification, and in which order (F55)`(
    poster: String, scope: NotificationScope, expected: [String]
  ) async throws {
    let page = try await open()
    #expect(try await post(page, from: poster, scope) == expected)
    #expect(page["postResult"]?["count"]?.int == Int64(expected.count))
    #expect(page["postResult"]?["total"]?.int == 7)
    // The next notification replaces this one.
    #expect(try await post(page, from: "G", .childrenAndSelf) == ["G", "J"])
  }

  @Test func `nodes receive notifications of I1 only while they listen to it (F55)`() async throws {
    let page = try await open()
    #expect(try await post(page, from: "I1", .manually) == [])
    for node in ["J", "S"] { try await page.send("listen", from: #require(Self.addresses[node])) }
    #expect(page["root/G/J"]?["listens"] == true)
    #expect(try await post(page, from: "I1", .manually) == ["J", "S"])
    #expect(try await post(page, from: "I2", .manually) == [])
    try await page.send("listen", from: "root/G/J")
    #expect(try await post(page, from: "I1", .manually) == ["S"])
    #expect(page["root/F/S/header"]?["heard"] == 2)
  }
}

extension JSON {
  fileprivate var int: Int64? { if case .int(let number) = self { number } else { nil } }
}

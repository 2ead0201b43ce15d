import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// The demos about the state of nodes.
@Suite struct StateDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(DemoSite.make(log: .silent)))
  }

  /// The numbers below the cell that the page counts renders of.
  private func tally(_ page: TestPage) -> [JSON] {
    guard case .array(let facts)? = page["tally"]?["facts"] else { return [] }
    return facts.compactMap { $0["number"] }
  }

  @Test func `assigning an equal value renders nothing (F52)`() async throws {
    let page = try await open("/counter")
    #expect(page["counterFace"]?["count"] == 0 && tally(page) == [0, 1])
    for number in [1, 2, 1] as [Int64] { try await page.send("assign", from: "counterFace", data: .int(number)) }
    #expect(page["counterFace"]?["count"] == 1 && tally(page) == [3, 4])
    let receipt = try await page.send("assign", from: "counterFace", data: 1)
    #expect(receipt.changed == ["tally"] && tally(page) == [4, 4])
  }

  @Test
  func `three writes cause one update and one render, and writing back the old value causes no render (F57, DIF-16)`()
    async throws
  {
    let page = try await open("/batched")
    #expect(tally(page) == [0, 1, 1])
    let expected: [(way: JSON, facts: [JSON])] = [
      ("one", [1, 2, 2]), ("three", [4, 3, 3]), ("back", [6, 4, 3]), ("nothing", [6, 5, 3]),
    ]
    for (way, facts) in expected {
      try await page.send("press", from: "blend", data: way)
      #expect(tally(page) == facts, "\(way)")
    }
  }

  @Test func `a plant is shown in two places of a page and on everybody's page, in the same state`() async throws {
    let site = try DemoSite.make(log: .silent)
    let (mine, yours) = (
      try await TestPage.open("/places", over: InProcess(site)),
      try await TestPage.open("/places", over: InProcess(site))
    )
    #expect(mine["thirsty"]?.children.dropFirst().map(\.address) == ["thirsty/basil", "thirsty/fig"])
    let receipt = try await mine.send("water", from: "thirsty/basil", data: "basil")
    #expect(Set(receipt.changed).isSuperset(of: ["sill/basil", "thirsty/header"]))
    #expect(mine["thirsty/basil"] == nil && mine["sill/basil"]?["isThirsty"] == false)
    try await mine.send("water", from: "balcony/olive", data: "olive")
    #expect(mine["thirsty"]?.children.dropFirst().map(\.address) == ["thirsty/fig", "thirsty/olive"])
    try await yours.reload()
    #expect(yours["sill/basil"]?["isThirsty"] == false && yours["thirsty/olive"] != nil)
  }

  @Test func `a cell shows one field, and another model ends the listening to the first (F58)`() async throws {
    let page = try await open("/binding")
    #expect(page["name"]?["value"] == "1. Seed swap" && page["ground"]?["value"] == "Ground B17")
    let renamed = try await page.send("rename", from: "fairButtons")
    #expect(renamed.changed == ["name"])
    #expect(page["name"]?["value"] == "1. Apple day" && page["name"]?["old"] == "1. Seed swap")
    let changed = try await page.send("change", from: "fairButtons")
    #expect(Set(changed.changed) == ["name", "ground"])
    #expect(page["name"]?["value"] == "2. Harvest supper")
  }
}

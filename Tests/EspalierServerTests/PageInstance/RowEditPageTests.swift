import Espalier
import EspalierServerTestSupport
import EspalierTestSupport
@testable import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// What a client gets for edits and actions of rows, over HTTP.
@Suite struct RowEditPageTests {
  private struct Plant: Content, Identifiable {
    let id: Int
    var isDry = true
    var traits: RowTraits { RowTraits(canDelete: true) }
    var html: HTML { "Plant \(id)" }
  }

  private final class Bed: ContainerModel {
    private let plants = ArraySource((1...3).map { Plant(id: $0) })

    override func didLoad() {
      func isDry(_ row: Node) -> Bool { (row as? CellModel<Plant>)?.content.isDry == true }
      header = .editButton
      children.source = .editing(plants)
      add(Editing())
      add(
        RowActions([
          .init("water", "Water", when: isDry, to: Bed.self) { bed, row in
            (row as? CellModel<Plant>).map { bed.plants.update(Plant(id: $0.content.id, isDry: false)) }
          },
          .init("copy", "Copy") { $0.showNotice("Copied") },
        ]))
    }
  }

  private func page() async throws -> TestPage {
    let site = Site(templates: "none", files: "none", log: .silent) { Page("/bed", title: "Bed") { Bed() } }
    return try await TestPage.open("/bed", over: InProcess(site))
  }

  /// The problem that answers an event.
  private func problem(_ page: TestPage, _ event: String, _ row: String, _ data: JSON = .null) async throws -> String {
    do {
      _ = try await page.post(event, from: row, data: data)
      return "accepted"
    } catch let failure as TestPage.Failure {
      return "\(failure)"
    }
  }

  @Test func `an edit while editing is off is refused with 422 and the reason (EDT-04)`() async throws {
    let page = try await page()
    let refusal = try await problem(page, "deleteRow", "2")
    #expect(refusal.contains("422"))
    #expect(refusal.contains("now: editing is off; switch it on first."))
    #expect(page["2"] != nil)
    try await page.send("edit", from: "header")
    try await page.send("deleteRow", from: "2")
    #expect(page["2"] == nil && page["insert"] != nil)
  }

  @Test func `an action that the row does not have any more is refused with 422 and those that it has (ACT-03)`()
    async throws
  {
    let page = try await page()
    try await page.send("chooseAction", from: "1", data: "water")
    let refusal = try await problem(page, "chooseAction", "1", "water")
    #expect(refusal.contains("422"))
    #expect(refusal.contains("now: must be one of copy."))
  }

  @Test func `a page loads the style sheet of menus only with a row that has one`() async throws {
    let html = try await page().html()
    #expect(html.contains("/tools.css") && html.contains("<summary aria-label=\"Actions for Plant 1\">"))
  }
}

import EspalierServer
import EspalierTesting
import Testing

@testable import Espalier

/// The notifications and the layouts ported in the guide for DDPresenter users.
@Suite struct NotificationGuideTests {
  private func open(_ root: @escaping @Sendable () -> ContainerModel) async throws -> TestPage {
    let site = Site(templates: "none", files: "none", log: .silent) { Page("/page", title: "Page", root: root) }
    return try await TestPage.open("/page", over: InProcess(site))
  }

  @Test func `a cell receives the text typed into another cell that it does not know (F55)`() async throws {
    let page = try await open { NotificationExamples.NotificationPage() }
    let receipt = try await page.send("changed", from: "editing", data: "Hello")
    #expect(receipt.changed == ["display"])
    #expect(page["display"]?["text"] == "Hello")
  }

  @Test func `each notification scope reaches the listeners that it names (DDP-01, DDP-04)`() {
    typealias Examples = NotificationExamples
    let (outside, inside) = (
      Examples.DisplayPresenter(Examples.Display()), Examples.DisplayPresenter(Examples.Display())
    )
    let (root, outer, shelf) = (ContainerModel(), Examples.Shelf(), Examples.Shelf())
    let tree = Tree(root)
    shelf.add(inside)
    outer.add(shelf)
    root.add([outside, outer])
    _ = tree.flushAll()
    shelf.tell(outside)
    #expect(outer.texts == ["all of the page", "what it is in"])
    #expect(shelf.texts == ["all of the page", "this shelf and what is in it", "it, too"])
    #expect(inside.content.text == "it, too")
    #expect(outside.content.text == "whom it knows")
  }

  @Test func `one container takes four layouts, and no row changes (C14, F56)`() async throws {
    let page = try await open { LayoutExample.Tiles() }
    let classes = [nil, "e-flow", "e-grid e-columns-4", "e-waterfall e-columns-2"]
    for ((name, _), expected) in zip(LayoutExample.Tiles.layouts, classes).reversed() {
      let receipt = try await page.send("choose", from: "header", data: .string(name))
      #expect(receipt.changed == [""])
      let shown = try await page.html().firstMatch(of: /class="[^"]*(?<layout>e-(?:flow|grid|waterfall)[^"]*)"/)?.layout
      #expect(shown.map(String.init) == expected)
    }
  }
}

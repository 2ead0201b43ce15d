import EspalierTestSupport
import Testing

@testable import Espalier

/// The language of a tree: what its nodes read, and what viewers get when it changes.
@Suite struct LanguageTests {
  struct Herb: Content, Identifiable {
    let id: String
    var html: HTML { "\(id)" }
  }

  final class Herbs: ContainerModel {
    override func didLoad() {
      add(Reordering())
      footer = .loadMore
      onLoad(.more, from: { _ in 1 }) {
        $0
      } then: { _, _ in
        .noMore
      }
      set { Herb(id: "Dill") }
    }
  }

  final class Greeting: ContainerModel {
    override func willRender() { set { Herb(id: pageLanguage.tag) } }
  }

  private func markup(_ tree: Tree) -> String {
    String(decoding: HTMLDialect(events: "/e").list(tree.snapshot()), as: UTF8.self)
  }

  @Test func `the texts in the cells have the language of the page`() {
    let tree = Tree(Herbs(), language: .german)
    _ = tree.flushAll()
    let html = markup(tree)
    #expect(html.contains("aria-label=\"Dill nach oben verschieben\"") && html.contains(">Mehr laden</button>"))
    #expect(!html.contains("Move") && !html.contains("Load more"))
  }

  @Test func `a new language renders every cell again, and is part of the change`() throws {
    let root = Herbs()
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(markup(tree).contains("Move Dill up"))
    root.pageInfo.language = .german
    let changes = try #require(tree.flushAll())
    #expect(changes.language == .german && tree.declaration.changedLanguage == .german)
    let html = markup(tree)
    #expect(html.contains("Dill nach oben verschieben") && html.contains("Mehr laden"))
    root.pageInfo.language = .german
    #expect(tree.flushAll() == nil)
    root.pageInfo.language = nil
    #expect(try #require(tree.flushAll()).language == .english)
  }

  @Test func `containers make their children again in a new language`() throws {
    let tree = Tree(Greeting())
    _ = tree.flushAll()
    #expect(tree.root.children.map(\.key) == ["en"])
    tree.use(.german)
    #expect(tree.hasChanges)
    #expect(try #require(tree.flushAll()).language == .german)
    #expect(tree.root.children.map(\.key) == ["de"])
  }

  @Test func `the root's own language wins over the site's, from the first version on`() {
    let root = Greeting()
    root.pageInfo.language = .german
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(tree.root.children.map(\.key) == ["de"] && tree.declaration.changedLanguage == nil)
    tree.use(Language("fr", words: .english))
    #expect(tree.flushAll() == nil && tree.language == .german)
  }

  @Test func `a node outside of a page is English`() {
    #expect(ContainerModel().pageLanguage == .english)
  }
}

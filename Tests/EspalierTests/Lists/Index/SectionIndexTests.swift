import Testing

@testable import Espalier

private struct Entry: Content, Identifiable {
  let id: String
  var html: HTML { "\(id)" }
}

/// A source of one section with a title.
private final class Letter: Source {
  let title: String?
  let titles: [IndexTitle]?
  var indexTitle: String?

  init(_ title: String?, titles: [IndexTitle]? = nil, indexTitle: String? = nil) {
    (self.title, self.titles, self.indexTitle) = (title, titles, indexTitle)
    super.init()
  }

  override var hasSections: Bool { true }
  override func rowCount(in section: Int) -> Int { 1 }
  override func row(at path: RowPath) -> any Content & Identifiable { Entry(id: "row") }
  override func section(at index: Int) -> SourceSection {
    SourceSection(id: title, title: title, indexTitle: indexTitle)
  }
  override var indexTitles: [IndexTitle]? { titles }
}

/// The index beside a list.
@Suite struct SectionIndexTests {
  private let list = ContainerModel()

  private func show(_ sources: [Source], above limit: Int = 5) -> SectionIndexModel {
    let index = SectionIndexModel(above: limit)
    list.children.source = SectionsSource(sources)
    list.header = index
    return index
  }

  private func entries(_ index: SectionIndexModel) -> [String] {
    index.willRender()
    return index.content.entries.map { "\($0.title) \($0.url)" }
  }

  @Test func `an index has more titles than its limit (FET-01)`() {
    _ = Tree(list)
    let two = [Letter("Ada"), Letter("Ben")]
    #expect(entries(show(two, above: 1)) == ["A #Ada", "B #Ben"])
    #expect(entries(show([Letter("Ada"), Letter("Ben")], above: 2)) == [])
    #expect(entries(show("abcde".map { Letter(String($0)) })) == [])
    #expect(entries(show("abcdef".map { Letter(String($0)) })).count == 6)
    #expect(entries(show([Letter(nil), Letter(nil)], above: 0)) == [])
  }

  @Test func `sections with one first letter share a title, and a section may name another`() {
    _ = Tree(list)
    let index = show([Letter("ann"), Letter("'Abe"), Letter("b"), Letter("c", indexTitle: "*")], above: 0)
    #expect(entries(index) == ["A #ann", "B #b", "* #c"])
  }

  @Test func `titles lead to their true sections, also after others came before (MSC-08, H-D3)`() throws {
    _ = Tree(list)
    let inner = SectionsSource([Letter("x", titles: [IndexTitle("one", section: 0)]), Letter("y")])
    let index = show([Letter("a"), inner], above: 0)
    #expect(entries(index) == ["A #a", "one #x", "Y #y"])
    (list.children.source as? ComposedSource)?.children.insert(Letter("0 ö"), at: 0)
    #expect(entries(index) == ["0 #0~20~C3~B6", "A #a", "one #x", "Y #y"])
    list.children.source = nil
    #expect(entries(index) == [])
  }

  @Test func `a title without a section is left out and reported`() {
    let tree = Tree(list)
    let index = show([Letter("a", titles: [IndexTitle("A", section: 0), IndexTitle("Z", section: 9)])], above: 0)
    #expect(entries(index) == ["A #a"])
    let reports = tree.takeDiagnostics().map(\.description).joined()
    #expect(reports.contains(#"the index title "Z" leads to section 9, and there are 1"#))
  }

  private struct Card: Content, Identifiable {
    let id: Int
    var html: HTML { "\(id)" }
    var traits: RowTraits { RowTraits(indexTitle: id % 2 == 0 ? "\(id)" : nil) }
  }

  @Test func `single rows have titles, in a list without sections too, and follow changes (E33)`() throws {
    _ = Tree(list)
    let cards = ArraySource((1...5).map(Card.init))
    let index = SectionIndexModel(above: 0)
    list.children.source = cards
    list.header = index
    #expect(entries(index) == ["2 #2", "4 #4"])
    try cards.insert(Card(id: 8), at: 0)
    try cards.remove(at: 2)
    #expect(entries(index) == ["8 #8", "4 #4"])
    list.children.source = SectionsSource([
      ArraySource([Card(id: 1), Card(id: 6)], section: SourceSection(id: "x", title: "X")),
      ArraySource([Card(id: 7)], section: SourceSection(id: "y", title: "Y")),
    ])
    #expect(entries(index) == ["X #x", "6 #x/6", "Y #y"])
  }

  @Test func `explicit titles replace all others, and the number of sections stays (H-E14)`() throws {
    _ = Tree(list)
    let inner = SectionsSource([
      Letter("a", titles: [IndexTitle("1", section: 0)]), Letter("b", titles: []), Letter("c", indexTitle: ""),
    ])
    let index = show([inner], above: 0)
    #expect(entries(index) == ["1 #a"])
    #expect(list.children.count == 3 && list.children.source?.sectionCount == 3)
  }

  @Test func `a list without sections has no index`() {
    _ = Tree(list)
    let index = show([], above: 0)
    list.children.source = ArraySource([Entry(id: "a")])
    #expect(entries(index) == [])
  }

  @Test func `the index is a landmark with a list of links`() {
    var index = SectionIndex()
    #expect(index.html.description.isEmpty)
    index.entries = [SectionIndex.Entry(title: "A & B", url: "#a")]
    #expect(
      index.html.description
        == ##"<nav class="e-index e-tools" aria-label="Index"><ol role="list"><li><a href="#a">A &amp; B</a></li></ol></nav>"##
    )
  }
}

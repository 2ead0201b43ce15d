import Testing

@testable import Espalier

/// One plugin of a kind for each container, the plugins of sections that are values, and missing plugins.
@Suite struct PluginKindTests {
  private struct Plant: Content, Identifiable {
    let id: String
    var traits: RowTraits { RowTraits(canDelete: true) }
    var html: HTML { "\(id)" }
  }

  private let list = ContainerModel(id: "list")
  private let root = ContainerModel()

  init() { root.add(list) }

  private func reports(of tree: Tree) -> [String] {
    _ = tree.flushAll()
    return tree.takeDiagnostics().map(\.description)
  }

  @Test func `of two selections the first stays, answers and is returned, and the second is reported (E18)`() throws {
    list.add(Row(id: "a"))
    let first = list.add(Selection(.single))
    let second = Selection(.multiple)
    #expect(list.add(second) === first && list.add(first) === first)
    let tree = Tree(root)
    #expect(
      reports(of: tree) == [
        "the plugin Selection of \"list\" was added already; the first one stays, and the second one does nothing"
      ])
    _ = try tree.receive("select", from: "list/a", data: true)
    #expect(first.selected == ["list/a"] && second.selected == [])
    list.add(second)
    #expect(reports(of: tree) == [], "it is reported once for each container")
  }

  @Test func `editing moves rows with the list's own reordering, whichever was added first`() {
    let reordering = list.add(Reordering())
    list.add(Editing())
    #expect(list.children.plugin(Reordering.self) === reordering)
    let tree = Tree(root)
    #expect(reports(of: tree) == [])
  }

  private func set(_ plugins: [SectionPlugin], rows: [String] = ["a", "b"]) {
    root.set {
      [ListElement(plugins.reduce(ListSection("s") { for row in rows { Row(id: row) } }) { $0.with($1) })]
    }
  }

  @Test func `a section that is a value has plugins, which stay with their state until it names them no more (E18)`()
    throws
  {
    set([.init(Selection(.single)), .init(Reordering())])
    let section = try #require(root.children.first as? ContainerModel)
    var viewed = try Viewed(root)
    let selection = try #require(section.children.plugin(Selection.self))
    _ = try viewed.tree.receive("select", from: "s/b", data: true)
    set([.init(Selection(.single)), .init(Reordering())], rows: ["b", "c"])
    try viewed.check()
    #expect(section.children.plugin(Selection.self) === selection && selection.selected == ["s/b"])
    set([.init(Reordering())])
    try viewed.check()
    #expect(section.children.plugin(Selection.self) == nil && section.children.plugin(Reordering.self) != nil)
    set([])
    try viewed.check()
    #expect(section.plugins.isEmpty && viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `plugins of a section are chained, and a second one of a kind is reported once (E12)`() throws {
    func section() -> ListSection {
      ListSection("s") { Row(id: "a") }.plugin(Selection(.single)).plugin(Reordering()).plugin(Selection(.multiple))
    }
    root.set { section() }
    let tree = Tree(root)
    #expect(reports(of: tree).count == 1)
    let container = try #require(root.children.first as? ContainerModel)
    #expect(container.plugins.count == 2 && container.children.plugin(Selection.self)?.mode == .single)
    root.set { section() }
    #expect(reports(of: tree) == [])
  }

  @Test func `a plugin that the page has added stays when the section names its kind or forgets it`() throws {
    let own = root.add(Selection(.multiple))
    root.set(ListSection { Row(id: "a") }.plugin(Selection(.single)))
    let tree = Tree(root)
    #expect(reports(of: tree).count == 1 && root.children.plugin(Selection.self) === own)
    root.set(ListSection { Row(id: "a") })
    #expect(root.children.plugin(Selection.self) === own)
  }

  @Test
  func `a row with an ability for which its list has no plugin is reported once, when it is rendered (PLG-03, H-E19)`()
    throws
  {
    let tree = Tree(root)
    #expect(reports(of: tree) == [])
    list.add(["p", "q"].map { CellModel(Plant(id: $0)) })
    #expect(
      reports(of: tree) == [
        """
        the row "list/p" has the trait canDelete, but its list does not have the plugin Editing, so the trait has no \
        effect; add one
        """
      ])
    list.add(Plant(id: "r"))
    #expect(reports(of: tree) == [])
  }

  private final class Starring: Plugin {}

  private struct Starred: Content, Identifiable {
    let id: String
    var traits: RowTraits { RowTraits(label: id, plugins: [Starring.self]) }
    var html: HTML { "\(id)" }
  }

  @Test func `a row that needs a plugin of the user's own is reported too (PLG-03, E44)`() {
    let other = ContainerModel(id: "other")
    root.add(other)
    other.add(Starring())
    other.add(Starred(id: "b"))
    list.add(Starred(id: "a"))
    #expect(
      reports(of: Tree(root)) == [
        """
        the row "list/a" has the trait plugins, but its list does not have the plugin Starring, so the trait has no \
        effect; add one
        """
      ])
  }

  @Test func `a row whose list has the plugin is not reported, also as a header and in a source (PLG-03)`() {
    let editing = Editing()
    list.add(editing)
    let inner = ContainerModel(id: "inner")
    inner.header = CellModel(Plant(id: "head"))
    list.add(inner)
    let other = ContainerModel(id: "other")
    other.children.source = SectionsSource([ArraySource([Plant(id: "x")])])
    other.add(Editing())
    root.add(other)
    root.header = CellModel(Plant(id: "title"))
    #expect(reports(of: Tree(root)) == [])
  }
}

extension ListSection {
  fileprivate func with(_ plugin: SectionPlugin) -> ListSection {
    var copy = self
    copy.plugins.append(plugin)
    return copy
  }
}

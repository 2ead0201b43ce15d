import Testing

@testable import Espalier

/// The plugin that shows what people do with rows, and highlights rows for a moment.
@Suite struct HighlightingTests {
  private let list = ContainerModel(id: "list")
  private let rows = ["a", "b"].map { CellModel(Row(id: $0)) }
  private let tree: Tree

  init() {
    list.add(rows)
    let root = ContainerModel()
    root.add(list)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func classes(_ row: CellModel<Row>) -> String? { row.snapshot?.classes }

  @Test func `rows have a class for each style of each state, and the list one for the sheet (E20)`() {
    let highlighting = Highlighting([.hovered: [.tint, .lift], .selected: [.bar]])
    list.add(highlighting)
    _ = tree.flushAll()
    #expect(list.resolvedLayout.featureClasses == "e-highlight")
    #expect(rows.map(classes) == Array(repeating: "e-hover-tint e-hover-lift e-select-bar", count: 2))
    highlighting.styles = [:]
    #expect(tree.flushAll()?.summary == ["update list/a", "update list/b"])
    #expect(classes(rows[0]) == "")
    highlighting.styles = [:]
    #expect(tree.flushAll() == nil)
  }

  @Test func `a row is highlighted for a moment, and only that row is rendered (E20)`() async {
    let highlighting = list.add(Highlighting([.highlighted: [.tint]]))
    _ = tree.flushAll()
    highlighting.highlight(rows[0], for: .seconds(1))
    #expect(tree.flushAll()?.summary == ["update list/a"])
    #expect(classes(rows[0]) == "e-flash-tint e-flash" && highlighting.isHighlighted(rows[0]))
    await tree.runTasks()
    #expect(tree.flushAll()?.summary == ["update list/a"])
    #expect(classes(rows[0]) == "e-flash-tint" && !highlighting.isHighlighted(rows[0]))
  }

  @Test func `a row that is highlighted again stays so for that time from then (E20)`() async {
    let highlighting = list.add(Highlighting())
    highlighting.highlight(rows[0], for: .milliseconds(1))
    let first = tree.takeTasks()
    highlighting.highlight(rows[0], for: .seconds(1))
    _ = tree.flushAll()
    for task in first { task.receive(()) }
    #expect(highlighting.isHighlighted(rows[0]), "the first moment is over, the second is not")
    await tree.runTasks()
    #expect(!highlighting.isHighlighted(rows[0]))
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero])
  func `any duration will do (E20)`(duration: Duration) async throws {
    let highlighting = list.add(Highlighting())
    highlighting.highlight(rows[0], for: duration)
    try await _Concurrency.Task.sleep(for: .milliseconds(20))
    #expect(highlighting.isHighlighted(rows[0]) == (duration > .zero))
  }

  @Test func `rows of other lists and rows that are gone are not highlighted (E20)`() async {
    let highlighting = Highlighting()
    highlighting.highlight(rows[0])
    #expect(!highlighting.isHighlighted(rows[0]) && tree.takeTasks().isEmpty)
    list.add(highlighting)
    _ = tree.flushAll()
    highlighting.highlight(rows[1], for: .milliseconds(1))
    list.remove(rows[1])
    _ = tree.flushAll()
    await tree.runTasks()
    #expect(!highlighting.isHighlighted(rows[1]) && tree.flushAll() == nil)
  }

  @Test func `a list that leaves the page while a row is highlighted comes back without the highlight (E20)`() {
    let highlighting = list.add(Highlighting([.highlighted: [.tint]]))
    _ = tree.flushAll()
    highlighting.highlight(rows[0], for: .zero)
    let page = list.parent
    page?.remove(list)
    _ = tree.flushAll()
    page?.add(list)
    _ = tree.flushAll()
    #expect(classes(rows[0]) == "e-flash-tint" && !highlighting.isHighlighted(rows[0]))
  }

  @Test func `sections of a source have the plugin, too (E20)`() {
    let shelf = ContainerModel(id: "shelf")
    shelf.children.source = SectionsSource([ArraySource([Row(id: "x")], section: SourceSection(id: "one"))])
    let highlighting = shelf.add(Highlighting([.hovered: [.ring]]))
    list.parent?.add(shelf)
    _ = tree.flushAll()
    let row = shelf.children.first.flatMap { ($0 as? ContainerModel)?.children.first } as? CellModel<Row>
    #expect(row.flatMap(classes) == "e-hover-ring")
    if let row { highlighting.highlight(row) }
    #expect(row.map(highlighting.isHighlighted) == true)
    shelf.remove(highlighting)
    _ = tree.flushAll()
    #expect(row.flatMap(classes) == "")
  }
}

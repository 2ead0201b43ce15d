import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

@Suite struct SketchTests {
  private struct Leaf: Content, Identifiable {
    let id: Int
    var html: HTML { "<p>\(id)</p>" }
  }

  private func tree(rows: Int) -> Tree {
    let root = ContainerModel()
    let list = ContainerModel(id: "list")
    root.add(list)
    list.add((0..<rows).map { CellModel(Leaf(id: $0)) })
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree
  }

  private func list(_ tree: Tree, opened: [String: Int] = [:]) throws -> Sketch.Branch {
    try #require(Sketch(tree, opened: opened).root.branches?.first)
  }

  @Test(arguments: [(8, 8, 0), (9, 5, 4), (1000, 5, 995)])
  func `of a long list only the first rows are drawn, with the number of the others`(rows: Int, drawn: Int, more: Int)
    throws
  {
    let list = try list(tree(rows: rows))
    #expect(list.branches?.map(\.facts.key) == (0..<drawn).map(String.init))
    #expect((list.more, list.typeOfMore) == (more, more > 0 ? "Leaf" : nil))
  }

  @Test func `an opened container shows more rows`() throws {
    let list = try list(tree(rows: 100), opened: ["list": Sketch.further])
    #expect((list.branches?.count, list.more) == (55, 45))
    #expect(try self.list(tree(rows: 100), opened: ["list": 1000]).more == 0)
  }

  @Test func `the deepest tree is drawn down to the depth limit of the picture`() {
    let root = ContainerModel()
    var last = root
    for _ in 1..<Tree.deepest {
      let next = ContainerModel(id: "in")
      last.add(next)
      last = next
    }
    var (levels, branch) = (0, Sketch(Tree(root), opened: [:]).root)
    while let next = branch.branches?.first { (levels, branch) = (levels + 1, next) }
    #expect((levels + 1, branch.more) == (Sketch.deepest, 1))
  }

  @Test func `each name of shared data has its own colour until colours repeat`() {
    let tree = tree(rows: 3)
    for name in 0..<Hues.count + 1 { tree.share(name, to: SharedData<Int>("data-\(name)")) }
    let hues = Hues(Sketch(tree, opened: [:]))
    #expect((0..<Hues.count).map { hues["data-\($0)"] } == Array(0..<Hues.count))
    #expect(hues["data-\(Hues.count)"] == 0)
  }

  private let share = Trace.Share(name: "sum", by: "list", to: ["list/1", "list/7", "list/8"], value: 2)

  private func marks(_ steps: [Trace.Step]) -> Marks {
    var trace = Trace()
    for step in steps { trace.note { step } }
    return Marks(
      Moment(
        number: 1, version: nil, cause: .event, trace: trace, operations: [], bytes: [], took: .zero,
        time: Timestamp(milliseconds: 0)))
  }

  @Test func `an event goes up in order, and a shared value comes down each path to the nodes that listen`() {
    let marks = marks([
      .sent(event: "tap", by: "list/1"), .asked("list", event: "tap", handled: true), .shared(share),
      .reachedSite(event: "tap", handled: false), .rendered("list/1", because: .contentChanged),
      .rendered("list/7", because: .isNew),
    ])
    #expect(marks["list/1"].up == 1)
    #expect(marks["list/1"].down == 4)
    #expect(marks["list/1"].notes.map(\.text) == ["sent tap", "heard sum = 2", "rendered: content changed"])
    #expect(marks["list"].notes.map(\.step) == [2, 3])
    #expect((marks["list"].up, marks["list"].down) == (2, nil))
    #expect(marks[Marks.site].notes.map(\.text) == ["heard tap"])
    #expect(marks["list/7"].notes.map(\.step) == [4, 6])
    #expect(marks["list/2"].isEmpty)
  }

  @Test func `notes of nodes that are not drawn are counted in their place`() throws {
    let marks = marks([.shared(share), .rendered("list/7", because: .contentChanged)])
    let list = try list(tree(rows: 100))
    let hidden = marks.hidden(in: list.facts, drawn: ["0", "1", "2"])
    #expect(hidden.notes.map(\.text) == ["2 times heard sum = 2", "rendered: content changed"])
    #expect(hidden.down == 2)
  }

  @Test func `a value that the site shares comes down from above the root`() {
    let marks = marks([.siteShared(.init(name: "day", by: "site", to: ["list/1"], value: "Sunday"))])
    #expect(["", "list", "list/1"].allSatisfy { marks[$0].down == 2 })
    #expect(marks[Marks.site].notes.map(\.text) == ["shared day = \"Sunday\""])
  }
}

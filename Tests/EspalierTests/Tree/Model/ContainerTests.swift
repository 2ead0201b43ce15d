import Testing

@testable import Espalier

@Suite struct ContainerTests {
  private func cell(_ key: String) -> CellModel<Note> { CellModel(Note(text: key), key: key) }

  /// root{a, K{b, L{c}}, d}
  private struct Nested {
    let root = ContainerModel()
    let k = CountingContainer(id: "K")
    let l = CountingContainer(id: "L")
    let b = CellModel(Note(text: "b"), key: "b")
    let tree: Tree
    init() {
      root.add(CellModel(Note(text: "a"), key: "a"))
      root.add(k)
      k.add(b)
      k.add(l)
      l.add(CellModel(Note(text: "c"), key: "c"))
      root.add(CellModel(Note(text: "d"), key: "d"))
      tree = Tree(root)
    }
  }

  @Test func `nested containers are listed in order (CON-01)`() {
    let nested = Nested()
    #expect(nested.tree.flushAll()?.summary == ["insert a", "insert K", "insert d"])
    #expect(nested.tree.listedCells == ["a", "K/b", "K/L/c", "d"])
  }

  @Test func `a hidden node is left out with all nodes below it, and returns to its place (CON-02)`() {
    let nested = Nested()
    _ = nested.tree.flushAll()
    nested.k.isHidden = true
    #expect(nested.tree.flushAll()?.summary == ["remove K"])
    #expect(nested.tree.listedKeys == ["a", "d"])
    nested.k.isHidden = false
    #expect(nested.tree.flushAll()?.summary == ["insert K"])
    #expect(nested.tree.listedKeys == ["a", "b", "c", "d"])
    nested.b.isHidden = true
    _ = nested.tree.flushAll()
    #expect(nested.tree.listedKeys == ["a", "c", "d"])
  }

  private final class Switch: ContainerModel {
    var isOn = false
    override var isHidden: Bool {
      get { !isOn }
      set { isOn = !newValue }
    }
  }

  private final class Lamp: CellModel<Note> {
    var isOn = false
    override var isHidden: Bool {
      get { !isOn }
      set { isOn = !newValue }
    }
  }

  @Test func `a computed isHidden takes effect at the next layout, in cells and containers (CON-03)`() {
    let root = ContainerModel()
    let (container, lamp) = (Switch(id: "switch"), Lamp(Note(text: "lamp"), key: "lamp"))
    root.add(container)
    container.add(cell("inside"))
    root.add(lamp)
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(tree.listedKeys == [])
    (container.isOn, lamp.isOn) = (true, true)
    #expect(tree.flushAll() == nil, "nothing requested a layout")
    root.setNeedsLayout()
    #expect(tree.flushAll()?.summary == ["insert switch", "insert lamp"])
    #expect(tree.listedKeys == ["inside", "lamp"])
    container.isOn = false
    root.setNeedsLayout()
    #expect(tree.flushAll()?.summary == ["remove switch"])
  }

  @Test func `didLoad runs once, before the children are listed (CON-04)`() {
    let root = ContainerModel()
    let k = CountingContainer(id: "K")
    k.onDidLoad = { $0.add(CellModel(Note(text: "first"), key: "first"), at: .first) }
    k.add(cell("b"))
    root.add(k)
    let tree = Tree(root)
    #expect(tree.flushAll()?.summary == ["insert K"])
    #expect(tree.listedKeys == ["first", "b"])
    k.setNeedsLayout()
    _ = tree.flushAll()
    root.remove(k)
    _ = tree.flushAll()
    root.add(k)
    _ = tree.flushAll()
    #expect(k.hooks.count { $0 == "didLoad" } == 1)
    #expect(tree.listedKeys == ["first", "b"])
  }

  @Test func `a hidden container is loaded, and the nodes below it only when it shows (CON-05)`() {
    let nested = Nested()
    nested.k.isHidden = true
    _ = nested.tree.flushAll()
    #expect(nested.k.hooks.contains("didLoad"))
    #expect(nested.l.hooks.isEmpty)
    nested.k.isHidden = false
    _ = nested.tree.flushAll()
    #expect(nested.l.hooks.first == "didLoad")
  }

  @Test func `nodes are inserted first, before and after, and an unknown anchor or child changes nothing (CON-06)`() {
    let root = ContainerModel()
    let (a, b, stranger) = (cell("a"), cell("b"), cell("stranger"))
    root.add([a, b])
    func keys() -> [String] { root.children.map(\.key) }
    root.add(cell("x"), at: .first)
    #expect(keys() == ["x", "a", "b"])
    root.add(cell("y"), at: .before(b))
    #expect(keys() == ["x", "a", "y", "b"])
    root.add(cell("z"), at: .after(b))
    root.add(cell("w"), at: .after(a))
    #expect(keys() == ["x", "a", "w", "y", "b", "z"])
    root.add(cell("v"), at: .before(stranger))
    root.add(cell("v"), at: .after(stranger))
    root.remove(stranger)
    #expect(keys() == ["x", "a", "w", "y", "b", "z"])
  }

  @Test(arguments: [99, -1, 3, Int.max, Int.min])
  func `an index out of range is refused (CON-07, H-A15)`(index: Int) {
    let root = ContainerModel()
    root.add([cell("a"), cell("b")])
    let tree = Tree(root)
    root.add(cell("x"), at: .index(index))
    #expect(root.children.map(\.key) == ["a", "b"])
    root.children.move(root.children[0], to: index)
    #expect(root.children.map(\.key) == ["a", "b"])
    let codes = tree.takeDiagnostics().compactMap { if case .refused(let error) = $0 { error.code } else { nil } }
    #expect(codes == [.indexOutOfRange, .indexOutOfRange])
  }

  @Test func `an update of a cell runs its hooks, and a container's runs those of all cells below it (CON-11, H-A8)`() {
    let root = ContainerModel()
    let folder = ContainerModel(id: "folder")
    let cells = (1...4).map { CountingCell(Note(text: "\($0)"), key: "\($0)") }
    root.add(cells[0])
    root.add(folder)
    cells.dropFirst().forEach { folder.add($0) }
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(cells.map(\.hooks) == Array(repeating: ["didLoad", "willRender", "didRender"], count: 4))
    cells.forEach { $0.forget() }
    cells[1].content.text = "changed"
    #expect(tree.flushAll()?.summary == ["update folder/2"])
    #expect(cells.map(\.hooks) == [[], ["willRender", "didRender"], [], []])
    cells.forEach { $0.forget() }
    folder.setNeedsRender()
    #expect(tree.flushAll() == nil, "none of them changes")
    #expect(cells.map(\.hooks) == [[]] + Array(repeating: ["willRender", "didRender"], count: 3))
  }

  @Test func `a change made while rendering joins the next flush (CON-14)`() {
    let root = ContainerModel()
    let (cell, other) = (CountingCell(Note(text: "a"), key: "a"), CountingCell(Note(text: "b"), key: "b"))
    root.add([other, cell])
    let tree = Tree(root)
    _ = tree.flushAll()
    cell.onWillRender = {
      other.content.text = "changed meanwhile"
      root.setNeedsLayout()
    }
    cell.content.text = "changed"
    #expect(tree.flush()?.summary == ["update a"])
    #expect(tree.flush()?.summary == ["update b"])
    #expect(tree.flush() == nil)
  }

  @Test func `hooks that cause changes in each flush are reported, and the flush ends (CON-14)`() {
    let root = ContainerModel()
    let cell = CountingCell(Note(text: "0"), key: "a")
    root.add(cell)
    let tree = Tree(root)
    cell.onDidRender = { cell.content.text += "+" }
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics() == [.endlessFlush])
  }

  @Test func `a moved row stays in its new place (CON-16, H-A19)`() {
    let root = ContainerModel()
    root.add((1...20).map { cell("\($0)") })
    let tree = Tree(root)
    _ = tree.flushAll()
    root.children.move(root.children[2], to: 5)
    let expected = [1, 2, 4, 5, 6, 3].map(String.init) + (7...20).map(String.init)
    #expect(tree.flushAll()?.summary == ["move 3"])
    #expect(tree.listedKeys == expected)
    root.setNeedsLayout()
    #expect(tree.flushAll() == nil)
    #expect(tree.listedKeys == expected)
  }
}

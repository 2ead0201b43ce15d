import Testing

@testable import Espalier

/// The methods that change several nodes at once, on containers and on their sections.
@Suite struct SeveralNodesTests {
  private let list = ContainerModel()
  private let tree: Tree

  init() { tree = Tree(list) }

  private func cell(_ key: String) -> CellModel<Note> { CellModel(Note(text: key), key: key) }

  private func section(_ key: String, _ rows: [String] = []) -> ContainerModel {
    let section = ContainerModel(id: key)
    section.header = CellModel(Note(text: key))
    section.add(rows.map(cell))
    return section
  }

  private func keys(_ container: ContainerModel) -> [String] { container.children.map(\.key) }

  private func codes() -> [TreeError.Code] {
    tree.takeDiagnostics().compactMap { if case .refused(let error) = $0 { error.code } else { nil } }
  }

  /// The sections and their rows.
  private var outline: [String] {
    list.children.map { node in
      (node as? ContainerModel).map { "\(node.key)(\(keys($0).joined(separator: ",")))" } ?? node.key
    }
  }

  @Test func `nodes are added to the last section, which is made if there is none (BAS-01, H-E11)`() throws {
    list.children.addToLastSection([cell("a")])
    #expect(outline == ["container(a)"])
    #expect((list.children.first as? ContainerModel)?.header == nil)
    list.children.addToLastSection([cell("b"), cell("c")])
    #expect(outline == ["container(a,b,c)"])
    list.add(section("s"))
    list.add(cell("row after the sections"))
    #expect(list.children.addToLastSection([cell("d")])?.key == "s")
    #expect(outline == ["container(a,b,c)", "s(d)", "row~20after~20the~20sections"])
    #expect(codes().isEmpty)
  }

  @Test func `a refused node is not added to a new section, and no section is made (H-E11)`() {
    #expect(list.children.addToLastSection([cell("a"), list]) == nil)
    #expect(list.children.isEmpty && codes() == [.selfAdd])
    let a = cell("a")
    list.add(a)
    #expect(list.children.addToLastSection([a])?.children.count == 1, "a row of the list may move into its section")
    #expect(outline == ["container(a)"])
  }

  @Test func `several nodes go before, after, to the beginning and to the end in their order (BAS-02, MAN-09, COL-01)`()
  {
    let (zero, one, two) = (cell("0"), cell("1"), cell("2"))
    list.add([zero, one, two])
    list.add([cell("3"), cell("4")], at: .after(one))
    #expect(keys(list) == ["0", "1", "3", "4", "2"])
    list.add([cell("5"), cell("6")], at: .before(one))
    list.add([cell("7"), cell("8")], at: .first)
    list.add([cell("9")])
    #expect(keys(list) == ["7", "8", "0", "5", "6", "1", "3", "4", "2", "9"])
    list.add([], at: .after(one))
    #expect(tree.takeDiagnostics().isEmpty && tree.violations().isEmpty)
  }

  @Test func `an unknown anchor changes nothing (BAS-02, H-E11)`() {
    let stranger = cell("x")
    list.add(cell("a"))
    list.add([cell("b"), cell("c")], at: .after(stranger))
    #expect(codes() == [.notAChild])
    list.add([cell("b")], at: .before(stranger))
    #expect(keys(list) == ["a"] && codes() == [.notAChild])
  }

  @Test func `sections go before and after sections, also before the last one (MAN-01 to MAN-05, MAN-07, H-E1)`() {
    let (h1, h2, h3) = (section("h1"), section("h2"), section("h3"))
    list.add([h1, h2, h3])
    let (h4, h5) = (section("h4", ["a"]), section("h5", ["b", "c", "d"]))
    list.add(h4, at: .after(h1))
    list.add(h5, at: .after(h2))
    list.add(section("h6", ["e", "f"]), at: .after(h5))
    #expect(keys(list) == ["h1", "h4", "h2", "h5", "h6", "h3"])
    #expect([1, 3, 4].map { (list.children[$0] as? ContainerModel)?.children.count } == [1, 3, 2])
    list.add(section("x"), at: .before(h3))
    #expect(keys(list) == ["h1", "h4", "h2", "h5", "h6", "x", "h3"])
    h1.add([cell("g"), cell("h")])
    h1.add(cell("i"))
    #expect(keys(h1) == ["g", "h", "i"] && h2.children.isEmpty, "a section that is not the last one (MAN-08)")
  }

  @Test func `swapped nodes change places, in either order, and nothing is lost (MAN-13, H-E2)`() throws {
    let cells = ["a", "b", "c", "d"].map(cell)
    list.add(cells)
    _ = tree.flushAll()
    list.children.swap(cells[0], with: cells[2])
    #expect(keys(list) == ["c", "b", "a", "d"])
    list.children.swap(cells[0], with: cells[2])
    list.children.swap(cells[2], with: cells[0])
    #expect(keys(list) == ["c", "b", "a", "d"])
    list.children.swap(cells[0], with: cells[2])
    list.children.swap(cells[0], with: cells[1])
    #expect(keys(list) == ["b", "a", "c", "d"])
    #expect(try #require(tree.flushAll()).operations.count == 1)
    list.children.swap(cells[3], with: cells[3])
    #expect(tree.flushAll() == nil, "a node and itself (H-E2)")
    list.children.swap(cells[0], with: cell("x"))
    #expect(codes() == [.notAChild])
    list.children.swap(cell("x"), with: cells[0])
    #expect(keys(list) == ["b", "a", "c", "d"] && codes() == [.notAChild])
  }

  @Test func `nodes are swapped across containers, although both have the same id (MAN-13, H-E2)`() {
    let (one, two) = (section("one", ["a", "b"]), section("two", ["b", "c"]))
    list.add([one, two])
    let (first, second) = (one.children[1], two.children[0])
    one.children.swap(first, with: second)
    #expect(outline == ["one(a,b)", "two(b,c)"])
    #expect(one.children[1] === second && two.children[0] === first)
    one.children.swap(one.children[0], with: two.children[1])
    #expect(outline == ["one(c,b)", "two(b,a)"])
    #expect(tree.takeDiagnostics().isEmpty && tree.violations().isEmpty)
    list.children.swap(one, with: two.children[0])
    #expect(outline == ["b", "two(one,a)"], "a section and a row")
    list.children.swap(two, with: one)
    #expect(outline == ["b", "two(one,a)"] && codes() == [.selfAdd], "a section and what it holds")
  }

  @Test func `each of several nodes is checked before anything changes`() {
    let list = list
    let (a, b) = (cell("a"), cell("b"))
    let folder = section("folder", ["x"])
    list.add([a, folder])
    _ = tree.flushAll()
    let x = folder.children[0]
    for nodes in [[b, a], [b, list], [b, b], [x, b, x]] {
      for insert in [{ list.add($0) }, { list.add($0, at: .first) }, { list.add($0, at: .before(folder)) }]
        as [([Node]) -> Void]
      {
        insert(nodes)
        #expect(codes().count == 1)
      }
    }
    list.remove([a, b])
    #expect(codes() == [.notAChild])
    list.remove([a, a])
    #expect(codes() == [.notAChild])
    #expect(outline == ["a", "folder(x)"] && b.parent == nil)
    #expect(tree.flushAll() == nil && tree.violations().isEmpty)
  }

  @Test func `rows are removed with the section that they leave empty, if that is wished (MAN-14, MAN-15, COL-01)`() {
    let (one, two) = (section("one", ["1", "2"]), section("two", ["3", "4"]))
    list.add([one, two])
    two.remove(two.children, emptySection: true)
    #expect(outline == ["one(1,2)"])
    one.remove([one.children[1]], emptySection: true)
    #expect(outline == ["one(1)"])
    one.remove(one.children)
    #expect(outline == ["one()"] && one.header != nil, "an emptied section keeps its header (H-E8)")
    one.add([cell("5")])
    one.children.removeAll()
    #expect(outline == ["one()"], "so does a section whose rows are all removed (H-E8)")
    list.remove([one], emptySection: true)
    #expect(list.children.isEmpty && tree.root === list, "the root of a page stays")
    list.remove([one])
    #expect(codes() == [.notAChild])
  }

  @Test func `a header is removed without the rows below it (H-E9)`() {
    let one = section("one", ["1", "2"])
    list.add(one)
    one.header = nil
    #expect(outline == ["one(1,2)"])
  }

  @Test func `removing may scroll to the row that takes the place (MAN-15)`() {
    let (one, two) = (section("one", ["1"]), section("two", ["2", "3", "4"]))
    list.add([one, two])
    _ = tree.flushAll()
    func scrolled() -> [String?] {
      _ = tree.flushAll()
      return tree.takeEffects().map(\.address)
    }
    two.remove([two.children[0]], scrollingTo: .center)
    #expect(scrolled() == ["two/3"])
    two.remove([two.children[1]], scrollingTo: .center)
    #expect(scrolled() == ["two/3"], "without a next row, the one before")
    two.remove(two.children, scrollingTo: .nearest)
    #expect(scrolled() == ["two"])
    one.remove(one.children, emptySection: true, scrollingTo: .start)
    #expect(outline == ["two()"] && scrolled() == [""])
    list.remove([one], scrollingTo: .start)
    #expect(scrolled().isEmpty)
    #expect(codes() == [.notAChild])
  }

  @Test func `only the listed rows are rendered again (BAS-03, BAS-06, H-E12)`() throws {
    let (one, two) = (section("one", ["1", "2", "3"]), section("two", ["4", "5"]))
    list.add([one, two])
    _ = tree.flushAll()
    for case let cell as CellModel<Note> in one.children { cell.content.text += "" }
    #expect(tree.flushAll() == nil)
    for (section, index) in [(one, 1), (two, 1)] {
      (section.children[index] as? CellModel<Note>)?.content.text = "new"
    }
    #expect(try #require(tree.flushAll()).summary == ["update one/2", "update two/5"])
  }

  @Test func `one node, four, after the second, all removed: as in a stack (STK-01)`() {
    list.add(cell("1"))
    #expect(list.children.count == 1)
    list.add(["2", "3", "4"].map(cell))
    list.add(cell("After Two"), at: .after(list.children[1]))
    list.add(["a", "b", "c", "d"].map(cell), at: .after(list.children[1]))
    #expect(keys(list) == ["1", "2", "a", "b", "c", "d", "After~20Two", "3", "4"])
    list.children.removeAll()
    #expect(list.children.isEmpty)
  }
}

import Testing

@testable import Espalier

@Suite struct LayoutTests {
  /// A row with a size.
  struct Piece: Content, Identifiable {
    let id: String
    var width: Int?
    var height: Int?
    var role = Layout.Placement.Role.row
    var placement: Layout.Placement {
      Layout.Placement(
        width: width.map { .fixed($0) } ?? .automatic, height: height.map { .fixed($0) } ?? .automatic, role: role)
    }
    var html: HTML { "<b>\(id)</b>" }
  }

  private func classes(_ viewed: Viewed, _ path: Int...) -> String {
    path.reduce(viewed.snapshot) { $0.children[$1] }.classes
  }

  @Test func `a layout is a list of classes, one for each number`() {
    #expect(Layout.list.classes == "" && Layout.inherited.classes == "")
    #expect(Layout.waterfall(columns: 2).classes == "e-waterfall e-columns-2")
    #expect(Layout.grid(columns: 99).classes == "e-grid e-columns-12")
    let roomy = Layout.flow.margins(top: 1, bottom: 2, left: 3, right: 0).intervals(across: 5, down: 0)
    #expect(roomy.classes == "e-flow e-top-1 e-bottom-2 e-left-3 e-right-0 e-across-5 e-down-0")
    #expect(Layout.list.stickyRows(at: 30).separated().classes == "e-offset-30 e-lines-between")
    #expect(Layout(classes: "mine").classes == "mine")
    #expect(Layout.list.arrowKeys().classes == "e-arrows")
    #expect(Layout.grid(columns: 7).arrowKeys().margins(top: 5).classes == "e-grid e-columns-7 e-arrows e-top-5")
  }

  @Test func `sizes and roles are classes of the row (A17)`() throws {
    let root = ContainerModel()
    root.add(Piece(id: "a", width: 80, height: 20))
    root.add(Tall(id: "t", height: 120))
    root.add(Cell(1) { "\($0)" })
    let viewed = try Viewed(root)
    #expect(viewed.snapshot.children.map(\.classes) == ["e-h-20 e-fixed e-w-80", "e-h-100 e-h-20", ""])
    let line = Layout.Placement(
      width: .full, startsLine: true, role: .sticky, separator: .top.drawn(thickness: 2, color: "ink"))
    #expect(root.classes(for: line) == "e-full e-newline e-sticky e-line-top e-rule-2 e-rule-ink")
  }

  @Test func `a container without a layout has its parent's layout, and in a strip that of a list (A57)`()
    throws
  {
    func box(_ id: String, _ layout: Layout, _ inner: [Node]) -> ContainerModel {
      let box = ContainerModel(id: id)
      box.layout = layout
      box.add(inner + [CellModel(Row(id: "row"))])
      return box
    }
    let inner = box("inner", .inherited, [])
    let strip = box("strip", .strip, [box("below", .inherited, [])])
    let root = box(
      "", .grid(columns: 3), [box("plain", .list.margins(top: 4), [inner]), box("same", .inherited, []), strip])
    var viewed = try Viewed(root)
    #expect(classes(viewed) == "e-grid e-columns-3")
    #expect(classes(viewed, 1) == "e-grid e-columns-3" && classes(viewed, 0, 0) == "" && classes(viewed, 2, 0) == "")
    // Containers with their own layout are not sent.
    #expect(try viewed.summary { root.layout = .flow } == ["relayout  e-flow", "relayout same e-flow"])
    // The style sheet inherits margins and intervals.
    #expect(
      try viewed.summary { root.layout = .flow.margins(left: 9).intervals(4) }
        == ["relayout  e-flow e-left-9 e-across-4 e-down-4"])
    // A container that moves takes the layout of its new parent.
    #expect(try viewed.summary { root.add(inner) } == ["relocate plain/inner to inner", "relayout inner e-flow"])
  }

  @Test func `pinned rows are stacked, and sticky rows stick below them (A61)`() throws {
    let root = ContainerModel()
    let cells = ["a", "b"].map { CellModel(Piece(id: $0, height: 20, role: .pinned)) }
    root.add(cells[1])
    root.add(CellModel(Piece(id: "h", height: 40, role: .sticky)))
    var viewed = try Viewed(root)
    #expect(classes(viewed) == "e-stack-20")
    #expect(
      classes(viewed, 0) == "e-h-20 e-fixed e-pinned e-below-0" && classes(viewed, 1) == "e-h-40 e-fixed e-sticky")
    #expect(try viewed.summary { root.add(cells[0], at: .first) } == ["relayout  e-stack-40", "insert a", "update b"])
    #expect(classes(viewed, 1) == "e-h-20 e-fixed e-pinned e-below-20")
    #expect(try viewed.summary { cells[0].content.height = 30 } == ["update a", "relayout  e-stack-50", "update b"])
    #expect(classes(viewed, 1) == "e-h-20 e-fixed e-pinned e-below-30")
    #expect(
      try viewed.summary { cells[0].content.height = 255 } == [
        "update a", "relayout  e-stack-200 e-stack-75", "update b",
      ])
    #expect(try viewed.summary { cells[0].isHidden = true } == ["relayout  e-stack-20", "remove a", "update b"])
  }

  @Test func `in a strip sticky rows stick beside pinned rows, so widths count (A61)`() throws {
    let root = ContainerModel()
    root.layout = .strip
    root.add(["a", "b"].map { Piece(id: $0, width: 70, height: 20, role: .pinned) })
    let viewed = try Viewed(root)
    #expect(classes(viewed) == "e-strip e-stack-100 e-stack-40")
    #expect(classes(viewed, 1) == "e-h-20 e-fixed e-w-70 e-pinned e-below-70")
  }

  @Test func `a hidden pinned or sticky row is not listed, and no row sticks below it (CON-03, H-A28)`() throws {
    let root = ContainerModel()
    let pinned = CellModel(Piece(id: "p", height: 20, role: .pinned))
    let stickyRow = CellModel(Piece(id: "h", height: 40, role: .sticky))
    pinned.isHidden = true
    root.add([pinned, stickyRow, CellModel(Row(id: "row"))])
    var viewed = try Viewed(root)
    #expect(viewed.snapshot.children.map(\.key) == ["h", "row"] && classes(viewed) == "")
    #expect(try viewed.summary { stickyRow.isHidden = true } == ["remove h"])
    #expect(try viewed.summary { pinned.isHidden = false } == ["insert p", "relayout  e-stack-20"])
  }

  @Test func `in a waterfall a cell with another width or without a height is reported (LAY-11)`() throws {
    let root = ContainerModel()
    root.layout = .waterfall(columns: 2)
    let odd = CellModel(Piece(id: "odd", width: 90, height: 10))
    root.add([CellModel(Piece(id: "a", width: 80, height: 10)), odd, CellModel(Piece(id: "b", width: 80))])
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(
      tree.takeDiagnostics() == [.unevenWaterfall("odd", container: ""), .unevenWaterfall("b", container: "")])
    #expect(tree.listedKeys == ["a", "odd", "b"])
    odd.content.width = 80
    root.remove(root.children[2])
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics().isEmpty)
    odd.content.width = 70
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics() == [.unevenWaterfall("odd", container: "")])
  }

  @Test func `a separator belongs to its row: it moves, hides and leaves with it, and is not a node (CON-09)`() throws {
    let root = ContainerModel()
    root.add(rows(["x", "y"]), separator: .bottom)
    var viewed = try Viewed(root)
    #expect(viewed.snapshot.children.map(\.classes) == ["e-line-bottom", "e-line-bottom"])
    #expect(viewed.tree.listedKeys == ["x", "y"])
    let (x, y) = (root.children[0], root.children[1])
    #expect(try viewed.summary { x.separator = nil } == ["update x"])
    #expect(classes(viewed, 0) == "")
    #expect(try viewed.summary { y.isHidden = true } == ["remove y"])
    let section = ContainerModel(id: "s")
    root.add([section], separator: .top.drawn(thickness: 3))
    try viewed.check()
    #expect(classes(viewed, 1) == "e-line-top e-rule-3")
    #expect(try viewed.summary { section.separator = .bottom } == ["relayout s e-line-bottom"])
  }
}

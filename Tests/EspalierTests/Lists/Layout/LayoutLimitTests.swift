import Testing

@testable import Espalier

/// A number beyond the limits of a layout or a row is reported once with the name of its field, and counts as the
/// nearest limit.
@Suite struct LayoutLimitTests {
  private func beyond(_ field: String, _ number: Int, _ limits: ClosedRange<Int> = 0...999, _ address: String = "")
    -> Diagnostic
  { .beyondLimits(field, number, limits: limits, address: address) }

  private func reports(_ tree: Tree) -> [Diagnostic] {
    _ = tree.flushAll()
    return tree.takeDiagnostics()
  }

  @Test func `margins, intervals, offset, columns and lines beyond their limits are reported (A55)`() {
    let root = ContainerModel()
    root.layout = .grid(columns: 13).margins(top: -1, bottom: 1_000, left: 1_001, right: 1_002)
      .intervals(across: -3, down: 1_004).stickyRows(at: 1_005).separated(by: .top.drawn(thickness: 100))
    let tree = Tree(root)
    #expect(
      reports(tree) == [
        beyond("columns", 13, 1...12), beyond("margins.top", -1), beyond("margins.bottom", 1_000),
        beyond("margins.left", 1_001), beyond("margins.right", 1_002), beyond("intervals.across", -3),
        beyond("intervals.down", 1_004), beyond("stickyOffset", 1_005), beyond("separator.thickness", 100, 0...99),
      ])
    root.add(Row(id: "a"))
    #expect(reports(tree) == [], "the layout is the same")
    root.layout = .waterfall(columns: 0)
    #expect(reports(tree).first == beyond("columns", 0, 1...12))
  }

  @Test func `a number beyond its limits is reported even if viewers see no change`() {
    let root = ContainerModel()
    root.layout = .list.margins(top: -5)
    let tree = Tree(root)
    #expect(reports(tree) == [beyond("margins.top", -5)])
    let inner = ContainerModel(id: "inner")
    inner.layout = .list.margins(top: -6)
    root.add(inner)
    #expect(reports(tree) == [beyond("margins.top", -6, 0...999, "inner")])
    inner.separator = Layout.Separator.top.drawn(thickness: 101)
    #expect(reports(tree).contains(beyond("separator.thickness", 101, 0...99, "inner")))
  }

  @Test func `a size beyond its limits is reported when the row is added and when it changes (A17)`() {
    let root = ContainerModel()
    let cell = CellModel(LayoutTests.Piece(id: "a", width: 10_000, height: 300))
    root.add(cell)
    let tree = Tree(root)
    #expect(reports(tree) == [beyond("width", 10_000, 0...9_999, "a")])
    cell.content.width = 801
    #expect(reports(tree) == [])
    cell.content.height = -4
    #expect(reports(tree) == [beyond("height", -4, 0...9_999, "a")])
    root.add([LayoutTests.Piece(id: "b", height: 20)], separator: .bottom.drawn(thickness: 120))
    #expect(reports(tree) == [beyond("separator.thickness", 120, 0...99, "b")])
  }

  @Test func `pinned rows that leave no room are reported (A61)`() {
    let root = ContainerModel()
    root.add(["a", "b"].map { LayoutTests.Piece(id: $0, height: 1_001, role: .pinned) })
    #expect(reports(Tree(root)) == [beyond("the size of all pinned rows", 2_002, 0...1_999)])
  }

  @Test func `a report contains the field, the number, the limits and what to do`() {
    let text = beyond("margins.left", 1_200, 0...999, "shop").description
    #expect(
      text == """
        margins.left of "shop" is 1200, outside 0 to 999, so the nearest limit is used; \
        remove it here, and set it in the page's style sheet with the element's class
        """)
  }
}

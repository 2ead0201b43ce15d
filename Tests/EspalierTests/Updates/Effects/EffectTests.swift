import Testing

@testable import Espalier

/// What a handler asks a viewer's window for.
@Suite struct EffectTests {
  private let list = ContainerModel(id: "list")
  private let tree: Tree

  init() {
    let root = ContainerModel()
    root.add(list)
    list.add([Row(id: "a"), Row(id: "b")])
    tree = Tree(root)
    _ = tree.flushAll()
  }

  @Test func `effects are taken once, in order, under the addresses that the nodes have then`() {
    let row = list.children[1]
    row.scrollIntoView(.start)
    row.focus()
    list.scrollIntoView(isSmooth: false)
    tree.root.insert(row, at: 0)
    _ = tree.flushAll()
    #expect(
      tree.takeEffects() == [
        .scroll("b", to: .start, isSmooth: true), .focus("b"), .scroll("list", to: .nearest, isSmooth: false),
      ])
    #expect(tree.takeEffects() == [])
  }

  @Test func `a row that is new is scrolled to; one that is gone, hidden or nowhere is not`() {
    let (new, gone, hidden, stray) = (
      CellModel(Row(id: "new")), list.children[0], list.children[1], CellModel(Row(id: "x"))
    )
    stray.focus()
    list.add(new)
    for node in [new, gone, hidden] { node.scrollIntoView(.end) }
    list.remove(gone)
    hidden.isHidden = true
    _ = tree.flushAll()
    #expect(tree.takeEffects() == [.scroll("list/new", to: .end, isSmooth: true)])
  }

  @Test(arguments: ScrollAlignment.allCases)
  func `effects stand behind the operations, and change nothing`(alignment: ScrollAlignment) throws {
    let before = tree.snapshot()
    (list.children[0] as? CellModel<Row>)?.content.text = "A"
    let changes = try #require(tree.flushAll()).adding([.scroll("list/a", to: alignment, isSmooth: false)])
    let dom = DOMDialect(html: HTMLDialect(events: "/e")).patch(changes)
    #expect(
      String(decoding: dom, as: UTF8.self)
        == "[[\"=\",\"list/a\",\"0:0\",\"A\"],[\"@\",\"list/a\",\"scroll\",\"\(alignment)\"]]")
    #expect(before.applying(changes) == tree.snapshot())
  }

  @Test func `only effects are a change, of which JSON Patch and Turbo say nothing`() {
    let changes = ChangeSet().adding([.focus("list/a")])
    #expect(!changes.isEmpty)
    #expect(JSONDialect.patch(changes) == [])
    #expect(TurboDialect(html: HTMLDialect(events: "/e")).patch(changes) == [])
  }

  @Test func `a receipt tells them where there are any`() {
    func receipt(_ effects: [Effect]) -> JSON {
      Receipt.document(nil, version: "e.1", instance: JSONObject(), changes: nil, effects: effects)
    }
    #expect(receipt([])["effects"] == nil)
    #expect(
      receipt([.scroll("a", to: .center, isSmooth: true), .focus("b")])["effects"]
        == [
          ["effect": "scroll", "node": "a", "to": "center", "smooth": true], ["effect": "focus", "node": "b"],
        ])
  }
}

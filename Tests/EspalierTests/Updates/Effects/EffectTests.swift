import Testing

@testable import Espalier

/// Effects that a handler requests in a viewer's window.
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

  @Test func `effects are taken once, in order, with the current addresses of their nodes`() {
    let row = list.children[1]
    row.scrollIntoView(.start)
    row.focus()
    list.scrollIntoView(isSmooth: false)
    tree.root.add(row, at: .first)
    _ = tree.flushAll()
    #expect(
      tree.takeEffects() == [
        .scroll("b", to: .start, isSmooth: true), .focus("b"), .scroll("list", to: .nearest, isSmooth: false),
      ])
    #expect(tree.takeEffects() == [])
  }

  @Test func `a new row is scrolled to, and a removed, hidden or stray one is not`() {
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
  func `effects come after the operations and change nothing`(alignment: ScrollAlignment) throws {
    let before = tree.snapshot()
    (list.children[0] as? CellModel<Row>)?.content.text = "A"
    let changes = try #require(tree.flushAll()).adding([.scroll("list/a", to: alignment, isSmooth: false)])
    let dom = DOMDialect(html: HTMLDialect(events: "/e")).patch(changes)
    #expect(
      String(decoding: dom, as: UTF8.self)
        == "[[\"=\",\"list/a\",\"0:0\",\"A\"],[\"@\",\"list/a\",\"scroll\",\"\(alignment)\"]]")
    #expect(before.applying(changes) == tree.snapshot())
  }

  @Test func `effects alone are a change, and JSON Patch and Turbo leave them out`() {
    let changes = ChangeSet().adding([.focus("list/a")])
    #expect(!changes.isEmpty)
    #expect(JSONDialect.patch(changes) == [])
    #expect(TurboDialect(html: HTMLDialect(events: "/e")).patch(changes) == [])
  }

  @Test func `a receipt lists effects if there are any`() {
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

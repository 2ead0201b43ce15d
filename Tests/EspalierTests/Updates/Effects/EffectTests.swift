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

  @Test(arguments: [false, true])
  func `a row is scrolled to a distance from the edge`(isSmooth: Bool) throws {
    list.children[0].scrollIntoView(.start, offset: -200, isSmooth: isSmooth)
    _ = tree.flushAll()
    let effects = tree.takeEffects()
    let dom = DOMDialect(html: HTMLDialect(events: "/e")).patch(ChangeSet().adding(effects))
    let speed = isSmooth ? "smooth" : "instant"
    #expect(String(decoding: dom, as: UTF8.self) == "[[\"@\",\"list/a\",\"scroll\",\"start\",\"\(speed)\",\"-200\"]]")
    let receipt = Receipt.document(nil, version: "e.1", instance: JSONObject(), changes: nil, effects: effects)
    #expect(
      receipt["effects"]?[0]
        == ["effect": "scroll", "node": "list/a", "to": "start", "smooth": .bool(isSmooth), "offset": -200])
  }

  @Test func `a node sends a value to the site's own modules in it`() throws {
    struct Point: Encodable { var time = 1, value = 2.5 }
    struct Broken: Encodable { func encode(to encoder: any Encoder) throws { throw CancellationError() } }
    list.children[0].send(Point(), to: "point")
    list.children[0].send(Broken(), to: "point")
    _ = tree.flushAll()
    let effects = tree.takeEffects()
    let value = try JSON(parsing: Array("{\"time\":1,\"value\":2.5}".utf8))
    #expect(effects == [.message("list/a", name: "point", value: value)])
    let receipt = Receipt.document(nil, version: "e.1", instance: JSONObject(), changes: nil, effects: effects)
    #expect(receipt["effects"]?[0] == ["effect": "message", "node": "list/a", "name": "point", "value": value])
    #expect(tree.takeDiagnostics().map(\.description).contains { $0.contains("message \"point\" cannot be sent") })
  }

  @Test func `a handler waits until a window says that its animations have ended (A49)`() throws {
    var calls = 0
    list.afterUpdate(animationsWithin: .seconds(5)) { _ in calls += 1 }
    list.afterUpdate(animationsWithin: .seconds(5)) { _ in calls += 10 }
    _ = tree.flushAll()
    let names = tree.takeEffects().map { effect in if case .report(let name) = effect { name } else { "" } }
    #expect(names.count == 2 && Set(names).count == 2 && calls == 0)
    func report(_ name: String) throws { _ = try tree.receive("~report", from: "", data: .string(name)) }
    try report("0-0")
    #expect(calls == 0)
    for _ in 0..<2 { try report(names[1]) }
    #expect(calls == 10)
    try report(names[0])
    #expect(calls == 11)
    #expect(throws: DeliveryError.self) { try tree.receive("~report", from: "", data: 7) }
    // A node that has left the page hears nothing.
    let row = list.children[0]
    (row as? CellModel<Row>)?.afterUpdate(animationsWithin: .seconds(5)) { _ in calls += 100 }
    _ = tree.flushAll()
    guard case .report(let last) = tree.takeEffects().first else { return #expect(calls < 0) }
    list.remove(row)
    try report(last)
    #expect(calls == 11)
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

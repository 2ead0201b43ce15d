import EspalierTestSupport
import Testing

@testable import Espalier

@Suite struct TurboDialectTests {
  private let root = ContainerModel()
  private let html = HTMLDialect(events: "/e")

  private func turbo(_ tree: Tree) -> String {
    String(decoding: TurboDialect(html: html).patch(tree.flushAll() ?? ChangeSet()), as: UTF8.self)
  }

  @Test func `rows are inserted before a row or at the end, moved by removing and inserting, and removed`() {
    let rows = ["a", "b"].map { CellModel(Note(text: $0), key: $0) }
    root.add(rows)
    let tree = Tree(root)
    _ = tree.flushAll()
    func li(_ key: String) -> String { "<template><li id=\"\(key)\" class=\"Note\"><p>\(key)</p></li></template>" }
    root.children.move(rows[1], to: 0)
    let stays = tree.root.children.map(\.key)
    #expect(stays == ["b", "a"])
    let move = turbo(tree)
    #expect(
      move
        == "<turbo-stream action=\"remove\" target=\"b\"></turbo-stream><turbo-stream action=\"before\" target=\"a\">"
        + li("b") + "</turbo-stream>"
        || move
          == "<turbo-stream action=\"remove\" target=\"a\"></turbo-stream>"
          + "<turbo-stream action=\"append\" targets=\"[id='~root'] > ul\">" + li("a") + "</turbo-stream>"
    )
    root.remove(rows[0])
    #expect(turbo(tree) == "<turbo-stream action=\"remove\" target=\"a\"></turbo-stream>")
    rows[1].content.text = "<c>"
    #expect(
      turbo(tree)
        == "<turbo-stream action=\"update\" target=\"b\"><template><p>&lt;c&gt;</p></template></turbo-stream>")
  }

  /// The page as a new client loads it.
  private func page(_ tree: Tree) throws -> Element {
    try Element.parsing(String(decoding: html.list(tree.snapshot()), as: UTF8.self))
  }

  @Test(arguments: seeds(60))
  func `after random changes to random trees, a page patched by Turbo equals the new page`(seed: Int)
    throws
  {
    var random = SeededRandom(state: UInt64(seed))
    var script = RandomScript(random: random)
    let tree = Tree(script.root)
    _ = tree.flushAll()
    let dialect = TurboDialect(html: html)
    let live = try page(tree)
    for _ in 0..<20 {
      for _ in 0..<Int.random(in: 1...4, using: &random) { script.change() }
      let patch = dialect.patch(tree.flushAll() ?? ChangeSet())
      try live.applyTurbo(patch)
      let new = try page(tree).canonical
      guard live.canonical == new else {
        Issue.record("seed \(seed), after \(script.log.suffix(4)): \(String(decoding: patch, as: UTF8.self))")
        return
      }
    }
    let stale = try Element.parsing(
      "<div id=\"~root\" class=\"ContainerModel\"><ul role=\"list\"><li>old</li></ul></div>")
    try stale.applyTurbo(dialect.snapshot(tree.snapshot()))
    #expect(try stale.canonical == page(tree).canonical)
  }

  @Test func `a page with regions is patched region by region`() throws {
    let (left, right) = (ContainerModel(id: "left"), ContainerModel(id: "right"))
    root.add([left, right])
    let tree = Tree(root)
    _ = tree.flushAll()
    let dialect = TurboDialect(html: html, regions: ["left", "right"])
    func page() throws -> Element {
      let regions = ["left", "right"].flatMap { html.region($0, of: tree.snapshot()) }
      return try Element.parsing(String(decoding: regions, as: UTF8.self))
    }
    let live = try page()
    func step(_ change: () -> Void) throws {
      change()
      try live.applyTurbo(dialect.patch(tree.flushAll() ?? ChangeSet()))
      #expect(try live.canonical == page().canonical)
    }
    try step { left.set(rows: [Row(id: "a"), Row(id: "b")]) }
    try step { left.layout = .grid }
    try step { right.add(left.children[0]) }
    try step { root.remove(left) }
    try step { root.add(left, at: .first) }
    try step { root.set(rows: [Row(id: "left")]) }
  }
}

import Testing

@testable import Espalier

/// A shop that adds up the numbers of its rows' events and shares the sum with them.
private final class Shop: ContainerModel {
  static let sum = SharedData<Int>("sum")

  override func didLoad() {
    add([Row(id: "a"), Row(id: "b")].map { CellModel($0) })
    add(SumCell(Note(text: "0")))
    on(Row.tap) { $0.share($1 + ($0[Self.sum] ?? 0), to: Self.sum) }
  }
}

private final class SumCell: CellModel<Note> {
  override func didLoad() { subscribe(to: Shop.sum) { $0.content.text = "\($1)" } }
}

@Suite struct TraceTests {
  private func tree() -> Tree {
    let root = ContainerModel()
    root.add(Shop(id: "shop"))
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree
  }

  @Test func `an event's way, the data it shared and the cells it rendered are listed in order`() throws {
    let tree = tree()
    tree.site = { _ in false }
    tree.isWatched = true
    _ = try tree.receive("tap", from: "shop/a", data: 2)
    _ = tree.flushAll()
    let share = Trace.Share(name: "sum", by: "shop", to: ["shop/note"], value: 2)
    #expect(
      tree.takeTrace().steps == [
        .sent(event: "tap", by: "shop/a"), .asked("shop", event: "tap", handled: true), .shared(share),
        .asked("", event: "tap", handled: false), .reachedSite(event: "tap", handled: false),
        .rendered("shop/note", because: .contentChanged),
      ])
    #expect(tree.takeTrace().steps.isEmpty)
  }

  @Test func `a trace contains why a cell was rendered`() {
    let tree = tree()
    tree.isWatched = true
    let shop = tree.root.children[0] as? Shop
    shop?.children[0].setNeedsRender()
    shop?.add(CellModel(Row(id: "c")))
    _ = tree.flushAll()
    #expect(
      tree.takeTrace().steps == [
        .rendered("shop/c", because: .isNew), .rendered("shop/a", because: .askedFor),
      ])
  }

  @Test func `the trace includes data shared by the site, and changes without an event`() {
    let tree = tree()
    tree.isWatched = true
    tree.share(7, to: Shop.sum)
    #expect(tree.takeTrace().steps == [.siteShared(.init(name: "sum", by: "site", to: ["shop/note"], value: 7))])
    #expect(tree.siteShares == [.init(name: "sum", value: 7)])
  }

  @Test func `a stopped event goes no further up, and a command reaches no container`() throws {
    let root = ContainerModel()
    let inner = ContainerModel(id: "inner")
    root.add(inner)
    inner.add(CellModel(Row(id: "a")))
    inner.add(Cell("Press", id: "pressed") { "<button \(Command("press") {})>\($0)</button>" })
    inner.on(Row.tap) { inner, _ in inner.stopPropagation() }
    let tree = Tree(root)
    tree.site = { _ in true }
    _ = tree.flushAll()
    tree.isWatched = true
    _ = try tree.receive("tap", from: "inner/a", data: 1)
    #expect(
      tree.takeTrace().steps == [
        .sent(event: "tap", by: "inner/a"), .asked("inner", event: "tap", handled: true),
      ])
    _ = try tree.receive("press", from: "inner/pressed", data: .null)
    #expect(tree.takeTrace().steps == [.ran(event: "press", at: "inner/pressed", handled: true)])
  }

  @Test func `a trace has a limit and counts the steps that it left out`() {
    let root = ContainerModel()
    root.add((0..<Trace.mostSteps + 5).map { CellModel(Row(id: "\($0)")) })
    let tree = Tree(root)
    tree.isWatched = true
    _ = tree.flushAll()
    let trace = tree.takeTrace()
    #expect((trace.steps.count, trace.omitted) == (Trace.mostSteps, 5))
  }

  @Test func `nothing is recorded while no inspector watches`() throws {
    let tree = tree()
    tree.isWatched = true
    tree.isWatched = false
    _ = try tree.receive("tap", from: "shop/a", data: 2)
    _ = tree.flushAll()
    #expect(tree.takeTrace() == Trace())
    #expect(!tree.isWatched)
  }

  @Test func `each step is one line`() {
    let share = Trace.Share(name: "sum", by: "", to: ["a", "b"], value: 2)
    let steps: [Trace.Step] = [
      .sent(event: "tap", by: "a"), .asked("", event: "tap", handled: false),
      .ran(event: "tap", at: "a", handled: false),
      .reachedSite(event: "tap", handled: true), .shared(share), .rendered("a", because: .askedFor),
    ]
    #expect(
      steps.map(\.description) == [
        "tap, sent by a", "tap passed the root", "tap finds no container above a", "tap answered by the site",
        "sum = 2, shared by the root, heard by 2", "a rendered: asked for",
      ])
  }
}

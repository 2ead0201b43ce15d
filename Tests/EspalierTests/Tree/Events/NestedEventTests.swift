import Testing

@testable import Espalier

@Suite struct NestedEventTests {
  private static let echo = Event<Int>("echo")
  private static let shown = SharedData<Int>("shown")

  @Test func `the receipt includes data shared because of an event that a handler sends`() throws {
    let root = ContainerModel()
    let folder = ContainerModel(id: "f")
    root.add(folder)
    folder.add(Row(id: "r"))
    folder.on(Row.tap) { $0.send(Self.echo, $1) }
    root.on(Self.echo) { $0.share($1, to: Self.shown) }
    folder.subscribe(to: Self.shown) { _, _ in }
    let tree = Tree(root)
    _ = tree.flushAll()
    let delivery = try tree.receive("tap", from: "f/r", data: 1, traced: true)
    #expect(delivery.shares.map(\.name) == ["shown"])
    #expect(delivery.shares.first?.to == ["f"])
  }
}

import Testing

@testable import Espalier

/// What happens during a notification: changes of the tree and nested notifications.
@Suite struct NotificationDeliveryTests {
  private let sample = CalledTree()

  private func on(_ id: String, _ action: @escaping (Node) -> Void) { sample[id].onCall = action }

  @Test func `a listener that left before its turn is not called, nor are the nodes below it (H-C6)`() {
    on("root") { [sample] _ in sample.root.remove(sample["G"]) }
    #expect(sample.post(from: "root", .global) == ["root", "F", "S", "I1", "I2"])
  }

  @Test func `a listener that came during the notification is not called (H-C6)`() {
    on("root") { [sample] _ in sample.root.add(CalledCell("new", sample.calls)) }
    #expect(sample.post(from: "root", .global) == ["root", "F", "S", "I1", "I2", "G", "J"])
    on("root") { _ in }
    #expect(sample.post(from: "root", .global).last == "new")
  }

  @Test func `a listener that moved out of the scope is not called, and one that moved inside it is (H-C6)`() {
    on("I1") { [sample] _ in (sample["G"] as? ContainerModel)?.add(sample["I2"]) }
    #expect(sample.post(from: "S", .children) == ["I1"])
    #expect(sample.post(from: "root", .children) == ["F", "S", "I1", "G", "J", "I2"])
    on("F") { [sample] _ in (sample["F"] as? ContainerModel)?.add(sample["I1"]) }
    on("I1") { _ in }
    #expect(sample.post(from: "root", .children) == ["F", "S", "I1", "G", "J", "I2"])
  }

  @Test func `the parents are looked up again if the poster moves`() {
    on("S") { [sample] _ in (sample["G"] as? ContainerModel)?.add(sample["I1"]) }
    #expect(sample.post(from: "I1", .parents) == ["S", "root"])
  }

  @Test func `a listener removed during the notification is not called, and an added one is called next time`() {
    let added = ["I1", "I2"].map { sample["J"].addListener(sample[$0]) }
    on("I1") { [sample] _ in
      added[1].cancel()
      sample["J"].addListener(sample["G"])
    }
    #expect(sample.post(from: "J", .manually) == ["I1"])
    #expect(sample.post(from: "J", .manually) == ["I1", "G"])
  }

  @Test func `a notification posted by a listener is delivered before the rest`() {
    on("S") { $0.notify((any Caller).self, .children) { $0.call() } }
    #expect(sample.post(from: "root", .global) == ["root", "F", "S", "I1", "I2", "I1", "I2", "G", "J"])
  }

  @Test func `listeners that notify each other endlessly are stopped and reported`() {
    for id in ["root", "F", "S", "I1", "I2", "G", "J"] {
      on(id) { $0.notify((any Caller).self, .global) { $0.call() } }
    }
    // Seven listeners on each of so many levels would practically never end.
    #expect(sample.post(from: "I1", .global).count == Tree.mostNestedNotifications)
    #expect(sample.tree.takeDiagnostics() == [.endlessNotification("Caller")])
    for id in sample.nodes.keys { on(id) { _ in } }
    #expect(sample.post(from: "I1", .global).count == 7)
    #expect(sample.tree.takeDiagnostics().isEmpty)
  }

  @Test func `a notification may be passed on through all levels of the deepest tree`() {
    var box = CalledBox("last", sample.calls)
    for level in (1..<Tree.deepest).reversed() { box = CalledBox("level \(level)", sample.calls, [box]) }
    let tree = Tree(box)
    _ = tree.flushAll()
    var next: ContainerModel? = box
    while let caller = next as? CalledBox {
      caller.onCall = { node in
        for child in (node as? ContainerModel)?.childNodes ?? [] {
          child.notify((any Caller).self, .childrenAndSelf) { if $0 === child { $0.call() } }
        }
      }
      next = caller.children.first as? ContainerModel
    }
    // The test calls the root. Each other box is called by the one above it.
    box.call()
    #expect(sample.calls.value.count == Tree.deepest)
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `an added listener counts while it is in the page, and is not kept alive`() {
    weak var forgotten: Node?
    do {
      let cell = CalledCell("new", sample.calls)
      sample["J"].addListener(cell)
      #expect(sample["J"].listenerCount == 0)
      sample.root.add(cell)
      #expect(sample["J"].listenerCount == 1 && sample.post(from: "J", .manually) == ["new"])
      sample.root.remove(cell)
      #expect(sample["J"].listenerCount == 0 && sample.post(from: "J", .manually) == [])
      sample.root.add(cell)
      #expect(sample["J"].listenerCount == 1)
      (sample["G"] as? ContainerModel)?.add(cell)
      #expect(sample.post(from: "J", .manually) == ["new"])
      (sample["G"] as? ContainerModel)?.remove(cell)
      _ = sample.tree.flushAll()
      forgotten = cell
    }
    #expect(forgotten == nil && sample["J"].listenerCount == 0)
  }

  @Test func `a node of another page is not called`() {
    let other = CalledTree()
    sample["J"].addListener(other["I1"])
    #expect(sample.post(from: "J", .manually) == [] && sample["J"].listenerCount == 0)
  }

  @Test func `released listeners leave nothing behind`() {
    for number in 0..<10_000 { sample["J"].addListener(CalledCell("\(number)", sample.calls)) }
    #expect(sample["J"].listeners.size <= 16)
  }
}

import Testing

@testable import Espalier

@Suite struct NotificationScopeTests {
  private let sample = CalledTree()

  @Test(arguments: [
    ("I1", NotificationScope.global, ["root", "F", "S", "I1", "I2", "G", "J"]),
    ("I1", .reusable, ["F", "S", "I1", "I2"]),
    ("S", .children, ["I1", "I2"]),
    ("S", .childrenAndSelf, ["S", "I1", "I2"]),
    ("I1", .parents, ["S", "F", "root"]),
    ("I1", .manually, []),
    ("F", .reusable, ["F", "S", "I1", "I2"]),
    ("J", .reusable, ["G", "J"]),
    ("G", .reusable, ["G", "J"]),
    ("I1", .children, []),
    ("I1", .childrenAndSelf, ["I1"]),
    ("root", .parents, []),
    ("root", .children, ["F", "S", "I1", "I2", "G", "J"]),
  ])
  func `each scope reaches its nodes, a container before the nodes in it (DDP-01)`(
    poster: String, scope: NotificationScope, expected: [String]
  ) {
    #expect(sample.post(from: poster, scope) == expected)
  }

  @Test func `manually reaches only added listeners (DDP-01)`() {
    for id in ["J", "root", "J"] { sample["I1"].addListener(sample[id]) }
    #expect(sample.post(from: "I1", .manually) == ["J", "root"])
    #expect(sample.post(from: "I2", .manually) == [])
    #expect(sample["I1"].listenerCount == 2)
  }

  @Test func `a node of another type is skipped, and the nodes below it are called (DDP-02)`() {
    let plain = ContainerModel(id: "plain")
    plain.add(CalledCell("deep", sample.calls))
    plain.add(Note(text: "of no interest"))
    (sample["S"] as? ContainerModel)?.add(plain)
    #expect(sample.post(from: "S", .children) == ["I1", "I2", "deep"])
  }

  @Test func `a removed node receives nothing and reaches no node (DDP-03)`() {
    sample["J"].addListener(sample["I1"])
    sample["I1"].addListener(sample["J"])
    sample.root.remove(sample["G"])
    #expect(sample.post(from: "I1", .global) == ["root", "F", "S", "I1", "I2"])
    #expect(sample.post(from: "I1", .manually) == [])
    for scope in NotificationScope.allCases {
      #expect(sample.post(from: "G", scope) == [])
      #expect(sample.post(from: "J", scope) == [])
    }
  }

  @Test func `without a reusable container above, reusable reaches the whole page (DDP-04)`() {
    let all = ["root", "F", "S", "I1", "I2", "G", "J"]
    #expect(sample.post(from: "root", .reusable) == all)
    let cell = CalledCell("K", sample.calls)
    sample.root.add(CalledBox("H", sample.calls, [cell]))
    cell.notify((any Caller).self, .reusable) { $0.call() }
    #expect(sample.calls.value == all + all + ["H", "K"])
  }

  @Test func `a header is called before the children and a footer after them, even if hidden`() {
    let box = sample["S"] as? ContainerModel
    box?.header = CalledCell("above", sample.calls)
    box?.footer = CalledCell("under", sample.calls)
    box?.isHidden = true
    #expect(sample.post(from: "S", .childrenAndSelf) == ["S", "above", "I1", "I2", "under"])
  }

  @Test func `a class works as a type too, and notify returns the number of called nodes`() {
    #expect(sample.root.notify(CalledBox.self, .global) { _ in } == 4)
    #expect(sample.root.notify(Node.self, .children) { _ in } == 6)
    #expect(sample.root.notify((any Hashable).self, .global) { _ in Issue.record("nobody is one") } == 0)
  }

  @Test func `the changes of all listeners are one change of the page`() throws {
    sample.root.notify(CalledCell.self, .global) { $0.content.text = "called" }
    let changes = try #require(sample.tree.flushAll())
    #expect(changes.summary == ["update F/S/I1", "update F/S/I2", "update G/J"])
  }

  @Test func `a notification of the site reaches the whole tree`() {
    #expect(sample.tree.notify((any Caller).self) { $0.call() } == 7)
    #expect(sample.calls.value == ["root", "F", "S", "I1", "I2", "G", "J"])
  }
}

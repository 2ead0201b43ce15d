import Testing

@testable import Espalier

@Suite struct SharingTests {
  private final class Token {}

  /// Never empty: subscribers receive only values.
  static let number = SharedData<Int>("number")
  /// May be empty: subscribers receive nil then.
  static let maybe = SharedData<Int?>("maybe")

  let grid = Grid()

  @Test func `a lookup falls back to its default or nil (EDC-03)`() {
    #expect((grid.gA[Self.number] ?? 7) == 7)
    #expect(grid.gA[Self.number] == nil)
    func named<Value>(_: Value.Type) -> SharedData<Value> { SharedData("one name") }
    grid.root.share(5, to: named(Int.self))
    #expect(grid.gA[named(Int.self)] == 5)
    #expect((grid.gA[named(String.self)] ?? "x") == "x")
  }

  @Test func `a silent share does not call subscribers (EDC-04)`() {
    var (c1, gZ, gA) = (111, 111, 111)
    grid.c1.subscribe(to: Self.number) { c1 = $1 }
    grid.gZ.subscribe(to: Self.number) { gZ = $1 }
    grid.gA.subscribe(to: Self.maybe) { gA = $1 ?? -1 }
    #expect([c1, gZ, gA] == [111, 111, -1])
    grid.root.share(222, to: Self.number, broadcast: false)
    grid.root.share(222, to: Self.maybe, broadcast: false)
    #expect([c1, gZ, gA] == [111, 111, -1])
  }

  @Test func `new subscribers and lookups get a silently shared value (EDC-05)`() {
    grid.root.share(222, to: Self.number, broadcast: false)
    var c2 = 111
    grid.c2.subscribe(to: Self.number) { c2 = $1 }
    #expect(c2 == 222)
    #expect(grid.gZ[Self.number] == 222)
  }

  @Test func `a share reaches each kind of subscriber (EDC-06)`() {
    var (c1, gZ, gA, raw) = (111, 111, 111, 111)
    grid.c1.subscribe(to: Self.number) { c1 = $1 }
    grid.gZ.subscribe(to: Self.number) { gZ = $1 }
    grid.gA.subscribe(to: Self.maybe) { gA = $1 ?? -1 }
    grid.c5.subscribe(to: Self.maybe) { raw = $1 ?? -1 }
    #expect([gA, raw] == [-1, -1])
    grid.root.share(222, to: Self.number)
    grid.root.share(222, to: Self.maybe)
    #expect([c1, gZ, gA, raw] == [222, 222, 222, 222])
  }

  @Test func `only an optional value can be emptied, and its subscribers receive nil (EDC-08, H-A2)`() {
    var seen: [Int?] = []
    grid.c1.subscribe(to: Self.maybe) { seen.append($1) }
    grid.root.share(5, to: Self.maybe)
    grid.root.share(nil, to: Self.maybe)
    #expect(seen == [nil, 5, nil])
    grid.root.share(1, to: Self.maybe)
    grid.c1.share(2, to: Self.maybe)
    grid.c1.share(nil, to: Self.maybe)
    #expect(seen == [nil, 5, nil, 1, 2, 1], "nil removes the entry, so that the one further up is visible")
  }

  @Test func `a node subscribes to several names (EDC-09)`() {
    let names = (1...3).map { SharedData<Int>("id\($0)") }
    let fourth = SharedData<Int?>("id4")
    var values = [111, 111, 111, 111]
    grid.gZ.subscribe(to: names[0]) { values[0] = $1 }
    grid.gZ.subscribe(to: names[1]) { values[1] = $1 }
    grid.gZ.subscribe(to: names[2]) { values[2] = $1 }
    grid.gZ.subscribe(to: fourth) { values[3] = $1 ?? -1 }
    #expect(values == [111, 111, 111, -1])
    grid.root.share(1111, to: names[0])
    grid.root.share(2222, to: names[1])
    grid.c5.share(3333, to: names[2])
    grid.c5.share(4444, to: fourth)
    #expect(values == [1111, 2222, 3333, 4444])
  }

  @Test func `a supplier is called at each read (EDC-10)`() {
    var (c1, gZ, gA) = (111, 111, 111)
    grid.c1.subscribe(to: Self.number) { c1 = $1 }
    grid.gZ.subscribe(to: Self.number) { gZ = $1 }
    grid.gA.subscribe(to: Self.maybe) { gA = $1 ?? -1 }
    grid.root.share(to: Self.number) { 222 }
    grid.root.share(to: Self.maybe) { 222 }
    #expect([c1, gZ, gA] == [222, 222, 222])
    // The supplier of a value that is not optional cannot return nil.
    grid.root.share(to: Self.maybe) { nil }
    #expect([c1, gZ, gA] == [222, 222, -1])
    var source = 1
    grid.root.share(to: Self.number) { source }
    source = 2
    #expect(c1 == 1)
    #expect(grid.gZ[Self.number] == 2)
  }

  @Test func `a supplier that returns nil hides values further up, and sharing nil does not (EDC-10)`() {
    grid.root.share(1, to: Self.maybe)
    var gA: [Int?] = []
    grid.gA.subscribe(to: Self.maybe) { gA.append($1) }
    grid.c1.share(to: Self.maybe) { nil }
    #expect(gA == [1, nil])
    #expect(grid.gA[Self.maybe] == .some(nil), "present but empty")
    #expect((grid.gA[Self.maybe] ?? 7) == nil)
    #expect(grid.gZ[Self.maybe] == 1)
    grid.root.share(2, to: Self.maybe)
    #expect(gA == [1, nil])
    grid.c1.share(nil, to: Self.maybe)
    #expect(gA == [1, nil, 2])
  }

  @Test func `a silent supplier does not call subscribers (EDC-11)`() {
    var (c1, gZ, gA) = (111, 111, 111)
    grid.c1.subscribe(to: Self.number) { c1 = $1 }
    grid.gZ.subscribe(to: Self.number) { gZ = $1 }
    grid.gA.subscribe(to: Self.maybe) { gA = $1 ?? -1 }
    grid.root.share(to: Self.number, broadcast: false) { 222 }
    grid.root.share(to: Self.maybe, broadcast: false) { 222 }
    #expect([c1, gZ, gA] == [111, 111, -1])
    #expect(grid.gZ[Self.number] == 222 && grid.gA[Self.maybe] == 222)
  }

  @Test func `new subscribers do not get removed data, and others keep what they had (EDC-14)`() {
    grid.root.share(222, to: Self.number)
    var (c1, gZ) = (111, 111)
    grid.c1.subscribe(to: Self.number) { c1 = $1 }
    #expect(c1 == 222)
    grid.root.share(removing: Self.number)
    grid.gZ.subscribe(to: Self.number) { gZ = $1 }
    #expect([c1, gZ] == [222, 111])
  }

  @Test func `removing data calls no subscriber (EDC-15)`() {
    var calls = 0
    grid.root.share(1, to: Self.maybe)
    grid.c1.subscribe(to: Self.maybe) { _, _ in calls += 1 }
    grid.root.share(removing: Self.maybe)
    #expect(calls == 1)
  }

  @Test func `subscribers that see a nearer value are not called when a further one changes (EDC-16)`() {
    grid.c5.share(9, to: Self.maybe)
    var (c5, gZ, c1): ([Int?], [Int?], [Int?]) = ([], [], [])
    grid.c5.subscribe(to: Self.maybe) { c5.append($1) }
    grid.gZ.subscribe(to: Self.maybe) { gZ.append($1) }
    grid.c1.subscribe(to: Self.maybe) { c1.append($1) }
    grid.root.share(1, to: Self.maybe)
    #expect(c5 == [9])
    #expect(gZ == [9])
    #expect(c1 == [nil, 1])
    grid.root.share(1, to: Self.maybe)
    #expect(c1 == [nil, 1], "an equal value is not sent twice")
  }

  @Test func `data is not visible beside or above its container (EDC-18)`() {
    grid.c1.subscribe(to: Self.number) { _, _ in Issue.record("seen beside") }
    grid.root.subscribe(to: Self.number) { _, _ in Issue.record("seen above") }
    grid.c5.share(1, to: Self.number)
    #expect(grid.c1[Self.number] == nil)
    #expect(grid.root[Self.number] == nil)
  }

  @Test func `children added together can be removed separately (EDC-23)`() {
    let parent = ContainerModel()
    let children = (0..<3).map { _ in ContainerModel() }
    parent.add(children)
    parent.remove(children[0])
    parent.remove(children[2])
    #expect(children[0].parent == nil)
    #expect(children[2].parent == nil)
    #expect(children[1].parent === parent)
  }

  @Test func `after its subscriptions are removed a node receives nothing (EDC-24)`() {
    let (a, b) = (SharedData<Int>("a"), SharedData<Int>("b"))
    var seen = [0, 0]
    grid.gZ.subscribe(to: a) { seen[0] = $1 }
    grid.gZ.subscribe(to: b) { seen[1] = $1 }
    grid.root.share(222, to: a)
    grid.root.share(333, to: b)
    #expect(seen == [222, 333])
    grid.gZ.removeSubscriptions()
    grid.root.share(-222, to: a)
    grid.root.share(-333, to: b)
    #expect(seen == [222, 333])
  }

  @Test func `a node that moves no longer gets events and data of its old parent (EDC-31, H-A5)`() {
    let event = Event<Int>("event")
    let (p1, p2, x) = (ContainerModel(id: "p1"), ContainerModel(id: "p2"), ContainerModel(id: "x"))
    p1.add(x)
    p1.share(1, to: Self.maybe)
    var seen: [Int?] = []
    x.subscribe(to: Self.maybe) { seen.append($1) }
    p1.on(event) { _ in Issue.record("the old parent received it") }
    var heard = 0
    p2.on(event) { heard += $1 }
    p2.add(x)
    #expect(p1.children.isEmpty)
    #expect(x.parent === p2)
    x.send(event, 5)
    #expect(heard == 5)
    #expect(x[Self.maybe] == nil)
    #expect(seen == [1, nil], "it receives the value visible in its new place at once")
    p1.share(2, to: Self.maybe)
    p2.share(3, to: Self.maybe)
    #expect(seen == [1, nil, 3])
  }

  @Test func `a removed container neither sends to its old parent nor receives from it (EDC-32, H-A4)`() {
    let event = Event<Int>("event")
    var seen: [Int] = []
    grid.gA.subscribe(to: Self.number) { seen.append($1) }
    grid.root.on(event) { _ in Issue.record("received") }
    grid.root.share(1, to: Self.number)
    grid.root.remove(grid.c1)
    grid.root.share(2, to: Self.number)
    grid.gA.send(event, 1)
    #expect(seen == [1])
    #expect(grid.gA[Self.number] == nil)
    grid.root.add(grid.c1)
    #expect(seen == [1, 2], "back in the tree it receives the current value")
  }

  @Test func `a subscription removed while a value is delivered is not called (EDC-33)`() {
    var called: [String] = []
    grid.c1.subscribe(to: Self.number) { [grid] _, _ in
      called.append("c1")
      grid.c2.unsubscribe(from: Self.number.name)
      grid.gZ.subscribe(to: Self.number) { called.append("gZ \($1)") }
    }
    grid.c2.subscribe(to: Self.number) { _, _ in called.append("c2") }
    grid.root.share(1, to: Self.number)
    #expect(called == ["c1", "gZ 1"])
  }

  @Test func `cells resolve a value that the page shared before its root was attached (EDC-35)`() {
    let root = ContainerModel()
    let cell = CellModel(Note(text: ""))
    root.add(cell)
    let tree = Tree(root)
    tree.share(5, to: Self.number)
    #expect(cell[Self.number] == 5)
    var seen: [Int] = []
    cell.subscribe(to: Self.number) { seen.append($1) }
    tree.share(6, to: Self.number)
    root.share(7, to: Self.number)
    tree.share(8, to: Self.number)
    #expect(seen == [5, 6, 7], "the root's value is nearer than the page's")
    let late = CellModel(Note(text: ""))
    var lateSeen: Int?
    late.subscribe(to: Self.number) { lateSeen = $1 }
    root.share(removing: Self.number)
    root.add(late)
    #expect(lateSeen == 8)
  }

  @Test func `two names with one label are different, and both print the label (EDC-36)`() {
    let (first, second) = (SharedData<Int>("same"), SharedData<Int>("same"))
    #expect(first != second)
    grid.root.share(1, to: first)
    #expect(grid.gA[second] == nil)
    #expect("\(first.name)" == "same")
  }

  @Test func `a cell shares data through its container`() {
    let cell = CellModel(Note(text: "a"), key: "a")
    let neighbour = CellModel(Note(text: "b"), key: "b")
    grid.c1.add(cell)
    grid.c1.add(neighbour)
    var seen = 0
    neighbour.subscribe(to: Self.number) { seen = $1 }
    cell.share(5, to: Self.number)
    #expect(seen == 5)
    #expect(grid.gA[Self.number] == 5)
    #expect(grid.c2[Self.number] == nil)
    grid.c1.remove(cell)
    #expect(neighbour[Self.number] == 5, "the value is the container's")
  }

  @Test func `a share by a subscriber reaches all subscribers, and each ends with the last value`() {
    var (first, second): ([Int], [Int]) = ([], [])
    grid.c1.subscribe(to: Self.number) { _, value in
      first.append(value)
      if value == 1 { self.grid.root.share(2, to: Self.number) }
    }
    grid.c2.subscribe(to: Self.number) { second.append($1) }
    grid.root.share(1, to: Self.number)
    #expect(first == [1, 2])
    #expect(second == [2])
  }

  @Test func `nodes receive shared data in document order, whenever they subscribed (EDC-17)`() {
    var heard: [String] = []
    func listen(_ node: Node, _ name: String) { node.subscribe(to: Self.number) { _, _ in heard.append(name) } }
    let (header, footer) = (CellModel(Note(text: "h")), CellModel(Note(text: "f")))
    grid.c1.header = header
    grid.c1.footer = footer
    listen(grid.c2, "C2")
    listen(footer, "footer")
    listen(grid.gA, "G1")
    listen(grid.root, "R")
    listen(header, "header")
    listen(grid.c1, "C1")
    grid.root.share(1, to: Self.number)
    #expect(heard == ["R", "C1", "header", "G1", "footer", "C2"])
    heard = []
    grid.root.children.move(grid.c2, to: 0)
    grid.root.share(2, to: Self.number)
    #expect(heard == ["R", "C2", "C1", "header", "G1", "footer"], "after a move")
    heard = []
    grid.c1.add(grid.gZ, at: .first)
    listen(grid.gZ, "G25")
    grid.c1.unsubscribe(from: Self.number.name)
    heard = []
    grid.root.share(3, to: Self.number)
    #expect(heard == ["R", "C2", "header", "G25", "G1", "footer"], "after one came and one left")
  }

  @Test func `rows set in another order receive shared data in that order`() {
    struct Row: Content, Identifiable {
      let id: Int
      var html: HTML { "<p>\(id)</p>" }
    }
    let list = ContainerModel()
    grid.root.add(list)
    list.set(rows: (0..<4).map(Row.init))
    var heard: [String] = []
    for row in list.children.reversed() { row.subscribe(to: Self.number) { node, _ in heard.append(node.key) } }
    grid.root.share(1, to: Self.number)
    #expect(heard == ["0", "1", "2", "3"])
    heard = []
    list.set(rows: [2, 3, 0, 1].map(Row.init))
    grid.root.share(2, to: Self.number)
    #expect(heard == ["2", "3", "0", "1"])
  }

  @Test
  func `nodes added to the tree receive shared data in document order, and each in the order of its subscriptions`() {
    let (first, second) = (SharedData<Int>("b"), SharedData<Int>("a"))
    let (folder, cell) = (ContainerModel(id: "folder"), CellModel(Note(text: "")))
    folder.add(cell)
    var heard: [String] = []
    for (node, name) in [(cell as Node, "cell"), (folder, "folder")] {
      node.subscribe(to: first) { _, _ in heard.append("\(name) first") }
      node.subscribe(to: second) { _, _ in heard.append("\(name) second") }
    }
    grid.root.share(1, to: first)
    grid.root.share(1, to: second)
    grid.c1.add(folder)
    #expect(heard == ["folder first", "folder second", "cell first", "cell second"])
  }

  @Test func `subscriptions that are added and removed without a share are released`() {
    weak var gone: Token?
    do {
      let token = Token()
      gone = token
      let cell = CellModel(Note(text: ""))
      grid.c1.add(cell)
      cell.subscribe(to: Self.number) { _, _ in _ = token }
      grid.c1.remove(cell)
    }
    for _ in 0..<40 {
      let cell = CellModel(Note(text: ""))
      grid.c1.add(cell)
      cell.subscribe(to: Self.number) { _, _ in }
      grid.c1.remove(cell)
    }
    _ = grid.tree.flushAll()
    #expect(gone == nil)
  }
}

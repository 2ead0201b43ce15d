import Testing

@testable import Espalier

@Suite struct EventTests {
  static let one = Event<Int>("one")
  static let two = Event<Int>("two")
  static let three = Event<Int>("three")
  static let word = Event<String>("word")
  static let bare = Event<NoData>("bare")

  let grid = Grid()

  @Test func `each node knows its parent and its root (EDC-01)`() {
    #expect(grid.c1.root === grid.root)
    #expect(grid.gZ.root === grid.root)
    #expect(grid.gA.parent === grid.c1)
    #expect(grid.gZ.parent === grid.c5)
    #expect(grid.root.root === grid.root)
  }

  @Test func `events bubble from any depth, with and without data (EDC-19)`() {
    var called = false
    var seen: [Int] = []
    grid.root.on(Self.bare) { _ in called = true }
    grid.root.on(anyOf: [Self.two.name]) { _, sent in seen.append(sent.payload(of: Self.two) ?? -1) }
    grid.root.on(Self.three) { seen.append($1) }
    grid.c5.send(Self.bare)
    grid.gA.send(Self.two, 222)
    grid.gZ.send(Self.three, 222)
    #expect(called)
    #expect(seen == [222, 222])
  }

  @Test func `a node may handle its own events only, and not those of its siblings`() throws {
    let (left, right) = (CellModel(Row(id: "left")), CellModel(Row(id: "right")))
    var heard: [String] = []
    for cell in [left, right] { cell.on(own: Row.tap) { cell, count in heard.append("\(cell.key) \(count)") } }
    let root = ContainerModel()
    root.add([left, right])
    let tree = Tree(root)
    _ = tree.flushAll()
    let delivery = try tree.receive("tap", from: "left", data: 1)
    #expect(heard == ["left 1"] && delivery.isHandled)
    left.removeHandler(of: Row.tap.name)
    #expect(try !tree.receive("tap", from: "left", data: 2).isHandled)
    root.on(own: Self.bare) { root, _ in heard.append("root \(root.children.count)") }
    left.send(Self.bare)
    root.send(Self.bare)
    #expect(heard == ["left 1", "root 2"])
  }

  @Test func `after all handlers are removed, new ones receive each event (EDC-20)`() {
    var seen: [Int] = []
    grid.root.on(Self.one) { _ in Issue.record("withdrawn") }
    grid.root.removeHandlers()
    grid.root.on(Self.one) { seen.append($1) }
    grid.root.on(Self.two) { seen.append($1) }
    grid.root.on(anyOf: [Self.three.name]) { _, sent in seen.append(sent.payload(of: Self.three) ?? -1) }
    grid.c5.send(Self.one, 1111)
    grid.gA.send(Self.two, 2222)
    grid.gZ.send(Self.three, 3333)
    #expect(seen == [1111, 2222, 3333])
  }

  @Test func `a handler of several events receives the event's name, typed or not (EDC-21)`() {
    var values: [String: Int] = [:]
    grid.root.on(anyOf: [Self.one, Self.two, Self.three]) { _, event, value in values[event.name.label] = value }
    grid.c5.send(Self.one, 1111)
    grid.gA.send(Self.two, 2222)
    grid.gZ.send(Self.three, 3333)
    #expect(values == ["one": 1111, "two": 2222, "three": 3333])

    grid.root.removeHandlers()
    values = [:]
    var texts: [String] = []
    grid.root.on(anyOf: [Self.one.name, Self.word.name, Self.three.name]) { _, sent in
      values[sent.name.label] = sent.payload(of: Self.one) ?? sent.payload(of: Self.three)
      if let text = sent.payload(of: Self.word) { texts.append(text) }
    }
    grid.c5.send(Self.one, 1111)
    grid.gA.send(Self.word, "2222")
    grid.gZ.send(Self.three, 3333)
    #expect(values == ["one": 1111, "three": 3333])
    #expect(texts == ["2222"])
  }

  @Test func `a handler of one event can be followed by one of several events (EDC-22)`() {
    var seen: [String] = []
    grid.root.on(Self.one) { seen.append("\($1)") }
    grid.root.on(anyOf: [Self.word.name, Self.three.name]) { _, sent in
      seen.append(sent.payload(of: Self.word) ?? "\(sent.payload(of: Self.three) ?? 0)")
    }
    grid.c5.send(Self.one, 1111)
    grid.gA.send(Self.word, "2222")
    grid.gZ.send(Self.three, 3333)
    #expect(seen == ["1111", "2222", "3333"])
  }

  @Test func `after its handlers are removed a node receives nothing (EDC-24)`() {
    var value = 111
    grid.root.on(Self.one) { value = $1 }
    grid.root.removeHandlers()
    grid.gZ.send(Self.one, 222)
    grid.root.send(Self.one, 333)
    #expect(value == 111)
  }

  @Test func `nodes below the root do not receive an event sent from the root (EDC-27, H-A24)`() {
    grid.c1.on(Self.one) { _ in Issue.record("heard below") }
    grid.gA.on(Self.one) { _ in Issue.record("heard below") }
    grid.root.send(Self.one, 1)
  }

  @Test func `the last handler of a node for an event replaces the earlier one at once (EDC-29, H-A3)`() {
    var called: [String] = []
    grid.root.on(Self.one) { _ in called.append("H1") }
    grid.root.on(Self.one) { _ in called.append("H2") }
    grid.gA.send(Self.one, 1)
    #expect(called == ["H2"])
  }

  @Test func `two cells with equal contents are separate listeners, for events and for data (H-A3)`() {
    let cells = (0..<2).map { _ in CellModel(Note(text: "equal")) }
    let data = SharedData<Int>("data")
    grid.c1.add(cells)
    var heard: [String] = []
    for cell in cells {
      cell.on(Self.one) { cell, _ in heard.append("\(cell.key) event") }
      cell.subscribe(to: data) { cell, _ in heard.append("\(cell.key) data") }
    }
    _ = grid.tree.flushAll()
    grid.gA.send(Self.one, 1)
    grid.root.share(1, to: data)
    #expect(heard == ["note event", "note-2 event", "note data", "note-2 data"])
  }

  @Test func `a handler added during delivery receives the next event (EDC-33)`() {
    var called: [String] = []
    grid.root.on(Self.one) { root in
      called.append("first")
      // Further down, where the event has already passed.
      self.grid.c1.on(Self.one) { _ in called.append("late, below") }
      let listener = CellModel(Note(text: ""), key: "listener")
      root.add(listener)
      listener.on(Self.one) { _ in called.append("late") }
    }
    grid.gA.send(Self.one, 1)
    #expect(called == ["first"])
    grid.root.removeHandler(of: Self.one.name)
    grid.gA.send(Self.one, 1)
    #expect(called == ["first", "late, below", "late"])
  }

  @Test func `a handler removed during delivery is not called (EDC-33)`() {
    let cells = ["a", "b", "c"].map { CellModel(Note(text: $0), key: $0) }
    cells.forEach { grid.root.add($0) }
    var called: [String] = []
    cells[0].on(Self.one) { _ in
      called.append("a")
      cells[1].removeHandler(of: Self.one.name)
      self.grid.root.remove(cells[2])
    }
    cells[1].on(Self.one) { _ in called.append("b") }
    cells[2].on(Self.one) { _ in called.append("c") }
    grid.gA.send(Self.one, 1)
    #expect(called == ["a"])
  }

  @Test func `a handler of several events can lose one of them during delivery (EDC-33)`() {
    var called: [String] = []
    let cells = ["a", "b"].map { CellModel(Note(text: $0), key: $0) }
    cells.forEach { grid.root.add($0) }
    cells[0].on(Self.one) { _ in
      called.append("a")
      cells[1].removeHandler(of: Self.one.name)
    }
    cells[1].on(anyOf: [Self.one, Self.two]) { _, event, _ in called.append("b \(event.name)") }
    grid.root.send(Self.one, 1)
    grid.root.send(Self.two, 1)
    #expect(called == ["a", "b two"])
  }

  @Test func `handlers run in the order of subscription, even after one lost some of its events`() {
    var called: [String] = []
    let cells = ["a", "b"].map { CellModel(Note(text: $0), key: $0) }
    cells.forEach { grid.root.add($0) }
    cells[0].on(anyOf: [Self.one, Self.two]) { _, event, _ in called.append("a \(event.name)") }
    cells[1].on(Self.two) { _ in called.append("b two") }
    cells[0].removeHandler(of: Self.one.name)
    grid.root.send(Self.two, 1)
    #expect(called == ["a two", "b two"])
    grid.root.send(Self.one, 1)
    #expect(called == ["a two", "b two"])
  }

  @Test func `handlers of a released node are not called (EDC-34)`() {
    weak var gone: CellModel<Note>?
    do {
      let cell = CellModel(Note(text: "x"), key: "x")
      grid.root.add(cell)
      cell.on(Self.one) { _ in Issue.record("called") }
      gone = cell
      grid.root.remove(cell)
    }
    _ = grid.tree.flushAll()
    #expect(gone == nil)
    grid.gA.send(Self.one, 1)
  }

  @Test func `two names with one label are different, and both print the label (EDC-36)`() {
    let first = Event<Int>("same")
    let second = Event<Int>("same")
    #expect(first != second)
    #expect(first.name != second.name)
    #expect("\(first.name)" == "same")
    grid.root.on(first) { _ in Issue.record("the other event was sent") }
    grid.gA.send(second, 1)
    let pair = (Event<Int>("same"), Event<Int>("same"))
    #expect(pair.0 != pair.1, "not even on one line")
  }

  @Test func `a name that is declared again at each use stays the same name`() {
    enum Names {
      static var event: Event<Int> { Event("computed") }
      static var data: SharedData<Int> { SharedData("computed") }
    }
    var seen = 0
    grid.root.on(Names.event) { seen = $1 }
    grid.gA.send(Names.event, 5)
    #expect(seen == 5)
    grid.root.share(7, to: Names.data)
    #expect(grid.gA[Names.data] == 7)
  }

  @Test func `a name declared in generic code differs for each type`() {
    func event<Payload>(_: Payload.Type) -> Event<Payload> { Event("generic") }
    var numbers: [Int] = []
    var texts: [String] = []
    grid.root.on(event(Int.self)) { numbers.append($1) }
    grid.root.on(event(String.self)) { texts.append($1) }
    grid.gA.send(event(Int.self), 1)
    grid.gA.send(event(String.self), "a")
    #expect(numbers == [1])
    #expect(texts == ["a"])
  }

  @Test func `a cell's events and handlers belong to its container`() {
    let cell = CellModel(Note(text: "a"), key: "a")
    let neighbour = CellModel(Note(text: "b"), key: "b")
    grid.c1.add(cell)
    grid.c1.add(neighbour)
    var heard: [String] = []
    cell.on(Self.one) { cell, _ in heard.append("cell \(cell.content.text)") }
    grid.c1.on(Self.one) { container, _ in heard.append("container \(container.key)") }
    neighbour.send(Self.one, 1)
    #expect(heard == ["cell a", "container C1"])
    grid.gA.send(Self.one, 1)
    #expect(heard.count == 4, "an event from below the container arrives too")
    grid.c2.send(Self.one, 1)
    #expect(heard.count == 4, "an event from elsewhere does not")
  }

  @Test func `stopPropagation stops an event for all nodes further up and for the site`() {
    var heard: [String] = []
    grid.tree.site = {
      heard.append("site \($0.name)")
      return true
    }
    grid.c1.on(Self.one) { container, value in
      heard.append("C1")
      if value == 1 { container.stopPropagation() }
    }
    grid.root.on(Self.one) { _ in heard.append("R") }
    grid.gA.send(Self.one, 1)
    #expect(heard == ["C1"])
    grid.gA.send(Self.one, 2)
    #expect(heard == ["C1", "C1", "R", "site one"])
  }

  @Test func `an event sent by a handler is delivered before the outer one continues`() {
    var heard: [String] = []
    grid.c1.on(Self.one) { container, _ in
      heard.append("C1 one")
      container.send(Self.two, 2)
    }
    grid.root.on(Self.two) { root, _ in
      heard.append("R two")
      root.stopPropagation()
    }
    grid.root.on(Self.one) { _ in heard.append("R one") }
    grid.gA.send(Self.one, 1)
    #expect(heard == ["C1 one", "R two", "R one"], "stopping the inner event does not stop the outer")
  }
}

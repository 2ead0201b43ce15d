import EspalierLocks
import Testing

@testable import Espalier

/// Values that services send, and the nodes that listen.
@Suite struct SignalTests {
  private let signal = Signal<Int>()
  private let root = ContainerModel()
  private let cell = CellModel(Row(id: "a"))
  private let tree: Tree

  init() {
    root.add(cell)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func listen() {
    let signal = signal
    cell.listen(to: signal) { $0.content.text += "\($1) " }
  }

  @Test func `values arrive in order at the next flush, which shows them`() throws {
    listen()
    for number in 1...3 { signal.send(number) }
    #expect(cell.content.text.isEmpty && tree.hasChanges)
    #expect(try #require(tree.flushAll()).summary == ["update a"])
    #expect(cell.content.text == "1 2 3 " && !tree.hasChanges)
  }

  @Test func `a value sent before a node moves in the page arrives in its new place`() {
    listen()
    let list = ContainerModel(id: "list")
    root.add(list)
    signal.send(1)
    list.add(cell)
    _ = tree.flushAll()
    #expect(cell.content.text == "1 ")
  }

  @Test func `the owner of a tree is woken once for all waiting values`() {
    listen()
    let wakes = Box(0)
    // The calls below run it on this thread.
    nonisolated(unsafe) let counted = wakes
    tree.onArrival { unsafe counted.value += 1 }
    for number in 1...3 { signal.send(number) }
    #expect(wakes.value == 1)
    // An owner that registers late is woken for waiting values.
    tree.onArrival { unsafe counted.value += 1 }
    #expect(wakes.value == 2)
    _ = tree.flushPushed(at: .zero)
    signal.send(4)
    #expect(wakes.value == 3)
  }

  @Test func `a node that leaves receives nothing more, and listens again when it returns (DDP-07)`() {
    listen()
    #expect(signal.listenerCount == 1)
    signal.send(1)
    root.remove(cell)
    #expect(signal.listenerCount == 0)
    signal.send(2)
    _ = tree.flushAll()
    #expect(cell.content.text.isEmpty)
    root.add(cell)
    signal.send(3)
    _ = tree.flushAll()
    #expect(cell.content.text == "3 ")
  }

  @Test func `a cancelled listener receives nothing more, not even earlier values, wherever its node goes`() {
    let signal = signal
    let listening = cell.listen(to: signal) { $0.content.text += "\($1) " }
    cell.listen(to: signal) { $0.content.text += "also \($1) " }
    signal.send(1)
    listening.cancel()
    listening.cancel()
    #expect(signal.listenerCount == 1)
    _ = tree.flushAll()
    root.remove(cell)
    root.add(cell)
    signal.send(2)
    _ = tree.flushAll()
    #expect(cell.content.text == "also 1 also 2 " && signal.listenerCount == 1)
  }

  @Test func `a node that listens before it is part of a page begins when it is added`() {
    let other = CellModel(Row(id: "b"))
    let signal = signal
    other.listen(to: signal) { $0.content.text = "\($1)" }
    #expect(signal.listenerCount == 0)
    root.add(other)
    signal.send(1)
    _ = tree.flushAll()
    #expect(other.content.text == "1")
  }

  @Test func `a tree that ends stops listening, and a signal does not keep a released tree's nodes alive`() {
    listen()
    tree.end()
    #expect(signal.listenerCount == 0)
    weak var forgotten: ContainerModel?
    do {
      let list = ContainerModel()
      let cell = CellModel(Row(id: "c"))
      list.add(cell)
      let tree = Tree(list)
      cell.listen(to: signal) { $0.content.text = "\($1)" }
      _ = tree.flushAll()
      forgotten = list
    }
    #expect(forgotten == nil && signal.listenerCount == 0)
  }

  @Test func `a value that a handler sends arrives in the same change, and an endless chain is reported`() {
    listen()
    let signal = signal
    root.listen(to: signal) { if $1 < 3 { signal.send($1 + 1) } }
    signal.send(1)
    _ = tree.flushAll()
    #expect(cell.content.text == "1 2 3 ")
    root.listen(to: signal) { _, _ in signal.send(9) }
    signal.send(1)
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics() == [.endlessFlush])
  }

  @Test func `100 listeners are called in the order in which they came, until the signal is cleared (EVT-01, H-E10)`() {
    let calls = Lock<[Int]>([])
    for number in 0..<100 { signal.listen { _ in calls.withLock { $0.append(number) } } }
    signal.send(1)
    #expect(calls.withLock { $0 } == Array(0..<100) && signal.listenerCount == 100)
    signal.removeAllListeners()
    signal.send(2)
    #expect(calls.withLock { $0.count } == 100 && signal.listenerCount == 0)
  }

  @Test func `a listener replaces the one with its name, in its place (EVT-01, H-E10)`() {
    let calls = Lock<[String]>([])
    for round in ["old", "new"] {
      for number in 0..<100 {
        signal.listen(named: "\(number)") { _ in calls.withLock { $0.append("\(round) \(number)") } }
      }
    }
    signal.send(1)
    #expect(calls.withLock { $0 } == (0..<100).map { "new \($0)" } && signal.listenerCount == 100)
  }

  @Test func `a cancelled listener is not called, and its name is free`() {
    let calls = Lock<[String]>([])
    let first = signal.listen(named: "a") { _ in calls.withLock { $0.append("first") } }
    signal.listen(named: "b") { _ in calls.withLock { $0.append("b") } }
    first.cancel()
    signal.listen(named: "a") { _ in calls.withLock { $0.append("second") } }
    first.cancel()
    signal.send(1)
    #expect(calls.withLock { $0 } == ["b", "second"])
    let replaced = signal.listen(named: "c") { _ in }
    let newest = signal.listen(named: "c") { _ in calls.withLock { $0.append("c") } }
    replaced.cancel()
    signal.send(2)
    newest.cancel()
    signal.send(3)
    #expect(calls.withLock { $0 } == ["b", "second", "b", "second", "c", "b", "second"], "its successor stays")
  }

  @Test func `nodes do not listen to a signal that was cleared, also when they come back (EVT-01)`() {
    listen()
    let state = Signal(0)
    cell.listen(to: state) { $0.content.text += "state \($1) " }
    signal.removeAllListeners()
    state.removeAllListeners()
    signal.send(1)
    state.send(1)
    _ = tree.flushAll()
    root.remove(cell)
    root.add(cell)
    signal.send(2)
    state.send(2)
    _ = tree.flushAll()
    #expect(cell.content.text == "state 0 " && signal.listenerCount == 0 && state.listenerCount == 0)
    listen()
    signal.send(3)
    _ = tree.flushAll()
    #expect(cell.content.text == "state 0 3 ", "it may listen again")
  }

  @Test(arguments: 0..<40)
  func `each listener receives the values sent while it listens, however listeners come and go`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let signal = signal
    var cells: [(cell: CellModel<Row>, expected: String)] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let cell = CellModel(Row(id: "c\(step)"))
        cell.listen(to: signal) { $0.content.text += "\($1) " }
        cells.append((cell, ""))
        root.add(cell)
      case 1:
        guard let index = cells.indices.randomElement(using: &random) else { continue }
        // A node that leaves loses values that it has not received yet.
        _ = tree.flushAll()
        let cell = cells[index].cell
        if cell.parent == nil { root.add(cell) } else { root.remove(cell) }
      default:
        signal.send(step)
        for index in cells.indices where cells[index].cell.parent != nil { cells[index].expected += "\(step) " }
      }
    }
    _ = tree.flushAll()
    #expect(cells.allSatisfy { $0.cell.content.text == $0.expected })
    #expect(signal.listenerCount == cells.count { $0.cell.parent != nil })
  }
}

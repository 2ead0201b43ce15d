import Testing

@testable import Espalier

/// One model shown in several places.
@Suite struct CurrentValueTests {
  @Test func `one change renders both places of a page and no other (DIF-17)`() {
    let root = ContainerModel()
    let signal = Signal(Note(text: "a"))
    let (one, two) = (
      CellModel(Note(text: ""), key: "one", following: signal), CellModel(Note(text: ""), key: "two", following: signal)
    )
    let list = ContainerModel(id: "list")
    list.add(two)
    root.add([one, list, CellModel(Note(text: "other"), key: "three")])
    let tree = Tree(root)
    _ = tree.flushAll()
    let renders = tree.renderCount
    signal.update { $0.text = "b" }
    #expect(Set(tree.flushAll()?.summary ?? []) == ["update one", "update list/two"])
    #expect(tree.renderCount - renders == 2)
    signal.update { $0.text = "b" }
    #expect(tree.flushAll() == nil)
    signal.update {
      $0.text = "c"
      $0.text = "b"
    }
    #expect(tree.flushAll() == nil)
  }

  @Test func `several pages show one state, whichever changed it (DIF-17)`() {
    let signal = Signal(Note(text: "a"))
    let trees = (0..<3).map { _ in
      let root = ContainerModel()
      root.add(CellModel(Note(text: ""), following: signal))
      return Tree(root)
    }
    let wakes = Box(0)
    // The calls below run it on this thread.
    nonisolated(unsafe) let counted = wakes
    for tree in trees {
      _ = tree.flushAll()
      tree.onArrival { unsafe counted.value += 1 }
    }
    for text in ["b", "c", "d"] { signal.update { $0.text = text } }
    #expect(wakes.value == 3, "each page is woken once until it takes the changes")
    for tree in trees {
      #expect(tree.flushAll()?.operations.count == 1)
      #expect(tree.snapshot().children[0].cell?.html.source == "<p>d</p>")
    }
  }

  @Test func `a node that returns shows changes of the value in the meantime`() {
    let (root, signal) = (ContainerModel(), Signal(Note(text: "a")))
    let cell = CellModel(Note(text: ""), following: signal)
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    root.remove(cell)
    _ = tree.flushAll()
    #expect(signal.listenerCount == 0)
    signal.update { $0.text = "b" }
    root.add(cell)
    _ = tree.flushAll()
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>b</p>")
    signal.update { $0.text = "c" }
    #expect(tree.flushAll()?.summary.count == 1)
  }

  @Test func `a container shows a value as its rows`() {
    let (list, signal) = (ContainerModel(), Signal(["a", "b"]))
    list.listen(to: signal) { list, ids in list.set(rows: ids.map { Row(id: $0) }) }
    let tree = Tree(list)
    _ = tree.flushAll()
    signal.update { $0.insert("c", at: 1) }
    #expect(tree.flushAll()?.summary == ["insert c"])
    list.listen(to: signal) { list, ids in list.set(rows: ids.reversed().map { Row(id: $0) }) }
    #expect(tree.flushAll()?.summary.isEmpty == false)
    #expect(signal.listenerCount == 1, "the new handler replaces the old one")
    #expect(tree.listedKeys == ["b", "c", "a"])
  }

  @Test func `a listener gets the current value when it begins, and each new one once`() {
    let (root, signal, received) = (ContainerModel(), Signal(1), Box<[Int]>([]))
    let list = ContainerModel(id: "list")
    root.add(list)
    let tree = Tree(root)
    _ = tree.flushAll()
    list.listen(to: signal) { _, value in received.value.append(value) }
    _ = tree.flushAll()
    signal.update { $0 = 2 }
    let other = ContainerModel(id: "other")
    root.add(other)
    // A value on its way is not lost while the node moves.
    other.add(list)
    _ = tree.flushAll()
    #expect(received.value == [1, 2])
  }

  @Test func `a node that comes and goes while other threads change the value shows the last value`() async {
    let (root, signal) = (ContainerModel(), Signal(0))
    let cell = CellModel(Row(id: "count"))
    cell.listen(to: signal) { $0.content.text = "\($1)" }
    let tree = Tree(root)
    let writers = (0..<4).map { _ in
      _Concurrency.Task.detached { for _ in 0..<2000 { signal.update { $0 += 1 } } }
    }
    for _ in 0..<300 {
      root.add(cell)
      _ = tree.flushAll()
      root.remove(cell)
      _ = tree.flushAll()
    }
    root.add(cell)
    for writer in writers { await writer.value }
    _ = tree.flushAll()
    #expect(cell.content.text == "8000")
    signal.update { $0 += 1 }
    _ = tree.flushAll()
    #expect(cell.content.text == "8001")
  }

  @Test func `changes on many threads are not lost, and the last value is shown`() async {
    let signal = Signal(0)
    let list = ContainerModel()
    list.listen(to: signal) { list, count in list.set(rows: [Row(id: "count", text: "\(count)")]) }
    let tree = Tree(list)
    _ = tree.flushAll()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500 { signal.update { $0 += 1 } } } }
    }
    _ = tree.flushAll()
    #expect(signal.value == 4000)
    #expect(tree.snapshot().children[0].cell?.html.source.contains("4000") == true)
  }

  @Test func `a signal without a value has none after sending, and cannot be updated`() {
    let (list, received) = (ContainerModel(), Box<[Int]>([]))
    let signal = Signal<Int>()
    list.listen(to: signal) { _, value in received.value.append(value) }
    let tree = Tree(list)
    _ = tree.flushAll()
    for value in [1, 1, 2] { signal.send(value) }
    signal.update { $0 = 3 }
    _ = tree.flushAll()
    #expect(received.value == [1, 1, 2] && signal.value == nil)
  }

  @Test func `a sent value becomes the current value, if the signal has one`() {
    let (list, received) = (ContainerModel(), Box<[Int]>([]))
    let signal = Signal(1)
    let listening = list.listen(to: signal) { _, value in received.value.append(value) }
    let tree = Tree(list)
    _ = tree.flushAll()
    signal.send(2)
    _ = tree.flushAll()
    listening.cancel()
    signal.send(3)
    _ = tree.flushAll()
    #expect(received.value == [1, 2] && signal.value == 3 && signal.listenerCount == 0)
  }
}

import Testing

@testable import Espalier

/// One model that is shown in several places.
@Suite struct HolderTests {
  @Test func `DIF-17 one change renders both places of a page, and no other`() {
    let root = ContainerModel()
    let holder = Holder(Note(text: "a"))
    let (one, two) = (CellModel(presenting: holder, key: "one"), CellModel(presenting: holder, key: "two"))
    let list = ContainerModel(id: "list")
    list.add(two)
    root.add([one, list, CellModel(Note(text: "other"), key: "three")])
    let tree = Tree(root)
    _ = tree.flushAll()
    let renders = tree.renderCount
    holder.update { $0.text = "b" }
    #expect(Set(tree.flushAll()?.summary ?? []) == ["update one", "update list/two"])
    #expect(tree.renderCount - renders == 2)
    holder.update { $0.text = "b" }
    #expect(tree.flushAll() == nil)
    holder.update {
      $0.text = "c"
      $0.text = "b"
    }
    #expect(tree.flushAll() == nil)
  }

  @Test func `DIF-17 several pages show one state, whoever changed it`() {
    let holder = Holder(Note(text: "a"))
    let trees = (0..<3).map { _ in
      let root = ContainerModel()
      root.add(CellModel(presenting: holder))
      return Tree(root)
    }
    let wakes = Box(0)
    // Called on this thread, by the calls below.
    nonisolated(unsafe) let counted = wakes
    for tree in trees {
      _ = tree.flushAll()
      tree.onArrival { unsafe counted.value += 1 }
    }
    for text in ["b", "c", "d"] { holder.update { $0.text = text } }
    #expect(wakes.value == 3, "each page is woken once for what it has not taken yet")
    for tree in trees {
      #expect(tree.flushAll()?.operations.count == 1)
      #expect(tree.snapshot().children[0].cell?.html.source == "<p>d</p>")
    }
  }

  @Test func `a node that comes back shows what has become of the value meanwhile`() {
    let (root, holder) = (ContainerModel(), Holder(Note(text: "a")))
    let cell = CellModel(presenting: holder)
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    root.remove(cell)
    _ = tree.flushAll()
    #expect(holder.changed.listenerCount == 0)
    holder.update { $0.text = "b" }
    root.add(cell)
    _ = tree.flushAll()
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>b</p>")
    holder.update { $0.text = "c" }
    #expect(tree.flushAll()?.summary.count == 1)
  }

  @Test func `a container presents a value as its rows`() {
    let (list, holder) = (ContainerModel(), Holder(["a", "b"]))
    list.present(holder) { list, ids in list.set(rows: ids.map { Row(id: $0) }) }
    let tree = Tree(list)
    _ = tree.flushAll()
    holder.update { $0.insert("c", at: 1) }
    #expect(tree.flushAll()?.summary == ["insert c"])
    list.present(holder) { list, ids in list.set(rows: ids.reversed().map { Row(id: $0) }) }
    #expect(tree.flushAll()?.summary.isEmpty == false)
    #expect(holder.changed.listenerCount == 1, "the new handler stands in the place of the old one")
    #expect(tree.listedKeys == ["b", "c", "a"])
  }

  @Test func `a presentation is told each value once, and at its beginning once`() {
    let (root, holder, told) = (ContainerModel(), Holder(1), Box<[Int]>([]))
    let list = ContainerModel(id: "list")
    root.add(list)
    let tree = Tree(root)
    _ = tree.flushAll()
    list.present(holder) { _, value in told.value.append(value) }
    _ = tree.flushAll()
    holder.update { $0 = 2 }
    let other = ContainerModel(id: "other")
    root.add(other)
    // What is on its way is not lost on the node's way.
    other.add(list)
    _ = tree.flushAll()
    #expect(told.value == [1, 2])
  }

  @Test func `a presentation that comes and goes while others change the value shows the last one`() async {
    let (root, holder) = (ContainerModel(), Holder(0))
    let cell = CellModel(Row(id: "count"))
    cell.present(holder) { $0.content.text = "\($1)" }
    let tree = Tree(root)
    let writers = (0..<4).map { _ in
      _Concurrency.Task.detached { for _ in 0..<2000 { holder.update { $0 += 1 } } }
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
    holder.update { $0 += 1 }
    _ = tree.flushAll()
    #expect(cell.content.text == "8001")
  }

  @Test func `changes on many threads lose nothing, and the last value is shown`() async {
    let holder = Holder(0)
    let list = ContainerModel()
    list.present(holder) { list, count in list.set(rows: [Row(id: "count", text: "\(count)")]) }
    let tree = Tree(list)
    _ = tree.flushAll()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500 { holder.update { $0 += 1 } } } }
    }
    _ = tree.flushAll()
    #expect(holder.value == 4000)
    #expect(tree.snapshot().children[0].cell?.html.source.contains("4000") == true)
  }
}

import Testing

@testable import Espalier

/// What nodes persist, as a store sees it.
@Suite struct PersistenceTests {
  private final class Counter: CellModel<Note> {
    override func didLoad() { persist(\.content, as: "note") }
  }

  private final class Tasks: ContainerModel {
    var titles: [String] = []
    override func didLoad() {
      persist(\.titles, as: "titles")
      show()
    }
    func show() { set(rows: titles.map { Row(id: $0) }) }
  }

  /// A store in memory.
  private final class Memory {
    var states: [String: JSON] = [:]
    func save(_ tree: Tree) throws {
      for change in try tree.persistedChanges() { states[change.key] = change.value }
      tree.markSaved()
    }
  }

  private let memory = Memory()

  @Test func `a persisted value is there when the node loads, and only changed values are saved`() throws {
    let tasks = Tasks(id: "tasks")
    let root = ContainerModel()
    root.add(tasks)
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(try tree.persistedChanges().isEmpty)
    tasks.titles = ["a", "b"]
    #expect(try tree.persistedChanges() == [PersistedChange(key: "tasks#titles", value: ["a", "b"])])
    #expect(try tree.persistedChanges().count == 1, "returned again until it is saved")
    try memory.save(tree)
    #expect(try tree.persistedChanges().isEmpty)

    let again = Tasks(id: "tasks")
    let newRoot = ContainerModel()
    newRoot.add(again)
    let new = Tree(newRoot, restoring: memory.states)
    _ = new.flushAll()
    #expect(again.titles == ["a", "b"])
    #expect(new.listedKeys == ["a", "b"])
    #expect(try new.persistedChanges().isEmpty)
  }

  @Test func `a selection persists over a restart, even if the rows come later (CON-15)`() throws {
    final class Names: ContainerModel {
      let selection = Selection(.multiple)
      override func didLoad() {
        persist(\.selection.selected, as: "selected")
        add(selection)
        set(rows: ["a", "b", "c"].map { Row(id: $0) })
      }
    }
    let tree = Tree(Names())
    _ = tree.flushAll()
    for row in ["c", "a"] { _ = try tree.receive("select", from: row, data: true) }
    _ = tree.flushAll()
    try memory.save(tree)
    let again = Names()
    let new = Tree(again, restoring: memory.states)
    _ = new.flushAll()
    #expect(again.selection.nodes.map(\.key) == ["c", "a"])
    #expect(new.snapshot().children.map { $0.classes.contains("e-selected") } == [true, false, true])
    again.remove(again.children[0])
    _ = new.flushAll()
    #expect(try new.persistedChanges() == [PersistedChange(key: "#selected", value: ["c"])])
  }

  @Test func `a node's persisted values are removed, moved and restored with it`() throws {
    let (a, b) = (ContainerModel(id: "a"), ContainerModel(id: "b"))
    let counter = Counter(Note(text: "0"), key: "n")
    let root = ContainerModel()
    root.add([a, b])
    a.add(counter)
    let tree = Tree(root)
    _ = tree.flushAll()
    counter.content.text = "1"
    try memory.save(tree)
    #expect(memory.states == ["a/n#note": ["text": "1"]])

    b.add(counter)
    try memory.save(tree)
    #expect(memory.states == ["b/n#note": ["text": "1"]])

    root.remove(b)
    try memory.save(tree)
    #expect(memory.states.isEmpty)

    root.add(b)
    _ = tree.flushAll()
    try memory.save(tree)
    #expect(memory.states == ["b/n#note": ["text": "1"]])
  }

  @Test func `a container that moves takes along the persisted values below it`() throws {
    let (outer, inner) = (ContainerModel(id: "outer"), ContainerModel(id: "inner"))
    let counter = Counter(Note(text: "0"), key: "n")
    let root = ContainerModel()
    root.add([outer, inner])
    inner.add(counter)
    let tree = Tree(root)
    _ = tree.flushAll()
    counter.content.text = "1"
    try memory.save(tree)
    outer.add(inner)
    try memory.save(tree)
    #expect(memory.states == ["outer/inner/n#note": ["text": "1"]])
  }

  @Test func `two rows that swap places keep their own values`() throws {
    let (a, b) = (ContainerModel(id: "a"), ContainerModel(id: "b"))
    let (first, second) = (Counter(Note(text: ""), key: "n"), Counter(Note(text: ""), key: "n"))
    let root = ContainerModel()
    root.add([a, b])
    a.add(first)
    b.add(second)
    let tree = Tree(root)
    _ = tree.flushAll()
    first.content.text = "first"
    second.content.text = "second"
    try memory.save(tree)
    a.remove(first)
    b.add(first)
    b.remove(second)
    a.add(second)
    try memory.save(tree)
    #expect(memory.states[first.address + "#note"] == ["text": "first"])
    #expect(memory.states[second.address + "#note"] == ["text": "second"])
    #expect(memory.states.count == 2)
  }

  @Test func `a value that can no longer be read is reported and left out`() throws {
    let tasks = Tasks(id: "tasks")
    let root = ContainerModel()
    root.add(tasks)
    let tree = Tree(root, restoring: ["tasks#titles": 7])
    _ = tree.flushAll()
    #expect(tasks.titles.isEmpty)
    let diagnostics = tree.takeDiagnostics()
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.description.contains("tasks#titles") == true)
  }

  @Test func `a value that could not be read back is never saved, and the error names it`() throws {
    final class Numbers: ContainerModel {
      var (whole, real, other) = (UInt64(0), 0.0, 0)
      override func didLoad() {
        persist(\.other, as: "other")
        persist(\.whole, as: "whole")
        persist(\.real, as: "real")
      }
    }
    let numbers = Numbers(id: "numbers")
    let root = ContainerModel()
    root.add(numbers)
    let tree = Tree(root)
    _ = tree.flushAll()
    (numbers.other, numbers.whole) = (1, .max)
    for _ in 0..<2 {
      let error = #expect(throws: PersistenceError.self) { try tree.persistedChanges() }
      #expect(error?.key == "numbers#whole" && error?.reason.contains("store it as a String") == true)
    }
    numbers.whole = 2
    #expect(
      try tree.persistedChanges().map(\.key) == ["numbers#other", "numbers#whole"], "all changes are saved later")
    try memory.save(tree)
    numbers.real = .nan
    #expect(throws: PersistenceError.self) { try tree.persistedChanges() }
    numbers.real = 0
    #expect(try tree.persistedChanges().isEmpty)
  }
}

import Testing

@testable import Espalier

/// What a node keeps, as a store would see it.
@Suite struct KeepTests {
  private final class Counter: CellModel<Note> {
    override func didLoad() { keep(\.content, as: "note") }
  }

  private final class Tasks: ContainerModel {
    var titles: [String] = []
    override func didLoad() {
      keep(\.titles, as: "titles")
      show()
    }
    func show() { set(rows: titles.map { Row(id: $0) }) }
  }

  /// A store in memory.
  private final class Memory {
    var states: [String: JSON] = [:]
    func save(_ tree: Tree) {
      for change in tree.keptChanges() { states[change.key] = change.value }
      tree.markSaved()
    }
  }

  private let memory = Memory()

  @Test func `what was kept is there when the node loads, and only what changed is saved`() {
    let tasks = Tasks(id: "tasks")
    let root = ContainerModel()
    root.add(tasks)
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(tree.keptChanges().isEmpty)
    tasks.titles = ["a", "b"]
    #expect(tree.keptChanges() == [KeptChange(key: "tasks#titles", value: ["a", "b"])])
    #expect(tree.keptChanges().count == 1, "said again until it is saved")
    memory.save(tree)
    #expect(tree.keptChanges().isEmpty)

    let again = Tasks(id: "tasks")
    let newRoot = ContainerModel()
    newRoot.add(again)
    let new = Tree(newRoot, restoring: memory.states)
    _ = new.flushAll()
    #expect(again.titles == ["a", "b"])
    #expect(new.listedKeys == ["a", "b"])
    #expect(new.keptChanges().isEmpty)
  }

  @Test func `CON-15 a selection is kept over a restart, though the rows come after it`() throws {
    final class Names: ContainerModel {
      let selection = Selection(.multiple)
      override func didLoad() {
        keep(\.selection.selected, as: "selected")
        add(selection)
        set(rows: ["a", "b", "c"].map { Row(id: $0) })
      }
    }
    let tree = Tree(Names())
    _ = tree.flushAll()
    for row in ["c", "a"] { _ = try tree.receive("select", from: row, data: true) }
    _ = tree.flushAll()
    memory.save(tree)
    let again = Names()
    let new = Tree(again, restoring: memory.states)
    _ = new.flushAll()
    #expect(again.selection.nodes.map(\.key) == ["c", "a"])
    #expect(new.snapshot().children.map { $0.classes.contains("e-selected") } == [true, false, true])
    again.remove(again.children[0])
    _ = new.flushAll()
    #expect(new.keptChanges() == [KeptChange(key: "#selected", value: ["c"])])
  }

  @Test func `what a node kept goes with it, moves with it, and comes back with it`() {
    let (a, b) = (ContainerModel(id: "a"), ContainerModel(id: "b"))
    let counter = Counter(Note(text: "0"), key: "n")
    let root = ContainerModel()
    root.add([a, b])
    a.add(counter)
    let tree = Tree(root)
    _ = tree.flushAll()
    counter.content.text = "1"
    memory.save(tree)
    #expect(memory.states == ["a/n#note": ["text": "1"]])

    b.add(counter)
    memory.save(tree)
    #expect(memory.states == ["b/n#note": ["text": "1"]])

    root.remove(b)
    memory.save(tree)
    #expect(memory.states.isEmpty)

    root.add(b)
    _ = tree.flushAll()
    memory.save(tree)
    #expect(memory.states == ["b/n#note": ["text": "1"]])
  }

  @Test func `a container that goes elsewhere takes along what is kept below it`() {
    let (outer, inner) = (ContainerModel(id: "outer"), ContainerModel(id: "inner"))
    let counter = Counter(Note(text: "0"), key: "n")
    let root = ContainerModel()
    root.add([outer, inner])
    inner.add(counter)
    let tree = Tree(root)
    _ = tree.flushAll()
    counter.content.text = "1"
    memory.save(tree)
    outer.add(inner)
    memory.save(tree)
    #expect(memory.states == ["outer/inner/n#note": ["text": "1"]])
  }

  @Test func `two rows that change places keep their own`() {
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
    memory.save(tree)
    a.remove(first)
    b.add(first)
    b.remove(second)
    a.add(second)
    memory.save(tree)
    #expect(memory.states[first.address + "#note"] == ["text": "first"])
    #expect(memory.states[second.address + "#note"] == ["text": "second"])
    #expect(memory.states.count == 2)
  }

  @Test func `a value that cannot be read any more is reported and left out`() {
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
}

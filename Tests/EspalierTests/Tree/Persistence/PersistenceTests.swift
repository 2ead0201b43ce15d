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

  @Test func `a value that can no longer be read is reported, stops the page and is never overwritten`() throws {
    for damaged in [false, true] {
      let tasks = Tasks(id: "tasks")
      let root = ContainerModel()
      root.add(tasks)
      let tree = Tree(
        root, restoring: damaged ? [:] : ["tasks#titles": 7],
        damaged: damaged ? ["tasks#titles": "a comma is missing"] : [:])
      _ = tree.flushAll()
      #expect(tasks.titles.isEmpty)
      let diagnostics = tree.takeDiagnostics()
      #expect(diagnostics.count == 1)
      #expect(diagnostics.first?.description.contains("tasks#titles") == true)
      #expect(tree.persistence.stopReason?.hasPrefix("tasks#titles: ") == true)
      #expect(try tree.persistedChanges().isEmpty)
      tasks.titles = ["a"]
      #expect(try tree.persistedChanges().isEmpty)
      let refusal = UnsavedValues(of: tree).takeRefusal()
      #expect(refusal?.key == "tasks#titles" && refusal?.reason.contains("add a migration") == true)
      // It is told once, and stops no other value from being saved.
      #expect(try tree.persistedChanges().isEmpty && UnsavedValues(of: tree).takeRefusal() == nil)
    }
  }

  private struct Plant: Codable, Equatable {
    var name: String
    var color: String
  }

  /// The second version of a list of names.
  private final class Plants: ContainerModel {
    var plants: [Plant] = []
    private let rule: UnreadableRule
    private let migrations: [Migration<[Plant]>]
    init(_ rule: UnreadableRule = .stop, migrates: Bool = true) {
      self.rule = rule
      migrations = migrates ? [.from(1, [String].self) { $0.map { Plant(name: $0, color: "green") } }] : []
      super.init(id: "tasks")
    }
    override func didLoad() {
      persist(\.plants, as: "titles", version: 2, migrations: migrations, onUnreadable: rule)
    }
  }

  private func tree(of node: Node, _ states: [String: JSON]) -> Tree {
    let root = ContainerModel()
    root.add(node)
    let tree = Tree(root, restoring: states)
    _ = tree.flushAll()
    return tree
  }

  @Test func `a migration reads what an older version has saved, which stays until the value changes`() throws {
    memory.states = ["tasks#titles": ["Fern", "Ivy"]]
    let plants = Plants()
    let tree = tree(of: plants, memory.states)
    #expect(plants.plants == [Plant(name: "Fern", color: "green"), Plant(name: "Ivy", color: "green")])
    #expect(tree.persistence.stopReason == nil && tree.takeDiagnostics().isEmpty)
    // The older version would still find it.
    #expect(try tree.persistedChanges().isEmpty)
    plants.plants[0].color = "red"
    try memory.save(tree)
    #expect(memory.states.keys.sorted() == ["tasks#titles", "tasks#titles@2"])
    let again = Plants()
    _ = self.tree(of: again, memory.states)
    #expect(again.plants == plants.plants)
    // A program that is rolled back cannot read the newer value. It finds its own, and does not overwrite the newer one.
    let older = Tasks(id: "tasks")
    let back = self.tree(of: older, memory.states)
    #expect(older.titles == ["Fern", "Ivy"] && back.persistence.stopReason == nil && back.takeDiagnostics().count == 1)
    older.titles.append("Moss")
    #expect(try back.persistedChanges().isEmpty && UnsavedValues(of: back).takeRefusal()?.key == "tasks#titles")
    // At another place nothing stands in the way, so it is saved there. The newer value stays where it is.
    let box = ContainerModel(id: "box")
    older.parent?.add(box)
    older.parent?.remove(older)
    box.add(older)
    _ = back.flushAll()
    try memory.save(back)
    #expect(memory.states.keys.sorted() == ["box/tasks#titles", "tasks#titles@2"])
    #expect(memory.states["box/tasks#titles"] == ["Fern", "Ivy", "Moss"])
    #expect(UnsavedValues(of: back).takeRefusal() == nil)
  }

  @Test func `a value of an older version moves with its node, and is saved there in its new form`() throws {
    memory.states = ["tasks#titles": ["Fern"]]
    let (root, box, plants) = (ContainerModel(), ContainerModel(id: "box"), Plants())
    root.add(plants)
    root.add(box)
    let tree = Tree(root, restoring: memory.states)
    _ = tree.flushAll()
    root.remove(plants)
    box.add(plants)
    _ = tree.flushAll()
    try memory.save(tree)
    #expect(memory.states == ["box/tasks#titles@2": [["name": "Fern", "color": "green"]]])
  }

  @Test func `a property says whether the page begins without what cannot be read, and whether it is overwritten`()
    throws
  {
    memory.states = ["tasks#titles": ["Fern"]]
    let kept = Plants(.keep, migrates: false)
    let first = tree(of: kept, memory.states)
    #expect(first.persistence.stopReason == nil && first.takeDiagnostics().count == 1)
    kept.plants = [Plant(name: "Moss", color: "green")]
    #expect(try first.persistedChanges().isEmpty && UnsavedValues(of: first).takeRefusal() != nil)
    let replaced = Plants(.replace, migrates: false)
    let second = tree(of: replaced, memory.states)
    #expect(second.persistence.stopReason == nil && second.takeDiagnostics().count == 1)
    replaced.plants = [Plant(name: "Moss", color: "green")]
    try memory.save(second)
    #expect(memory.states["tasks#titles@2"] == [["name": "Moss", "color": "green"]])
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

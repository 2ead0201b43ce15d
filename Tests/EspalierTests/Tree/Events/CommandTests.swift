import Synchronization
import Testing

@testable import Espalier

/// A page's own container, which commands look for.
private final class TaskList: ContainerModel {
  private(set) var pressed: [String] = []
  func press(_ name: String) { pressed.append(name) }
}

/// Several commands. Some have ids, and some are in separate pieces of markup.
private struct Toolbar: Content {
  var first = Command.nop
  var second = Command.nop
  var named = Command("save") {}
  var numbered = Command<Int>.nop
  var pieces: [Command<NoData>] = []
  var html: HTML {
    """
    <button \(first)>1</button><button \(second)>2</button><button \(named)>S</button>
    <button \(numbered, sends: 7)>7</button><form \(numbered, on: .change)><input name="data"></form>
    \(pieces.map { "<button \($0)>?</button>" as HTML })
    """
  }
}

/// A row whose commands change: it shows one less when it is done, and may show another one.
private struct DoneRow: Content {
  var done = Command.nop
  var delete = Command.nop
  var undo: Command<NoData>?
  var isDone = false
  var html: HTML {
    let undoing: HTML? = undo.map { "<button \($0)>Undo</button>" }
    return isDone
      ? "<button \(delete)>Delete</button>\(undoing)"
      : "<button \(done)>Done</button><button \(delete)>Delete</button>"
  }
}

/// A cell whose template runs commands by the names of their fields.
private struct TaskCard: TemplateContent, Identifiable {
  static let template = TemplateName.file("Task")
  let id: Int
  var delete: Command<NoData>
  var rename = Command("change") {}
}

@Suite struct CommandTests {
  private let root = ContainerModel()
  private let tree: Tree
  private let log = Log()

  init() throws {
    let source = "<button {{event:delete}}>Delete</button><button {{event:rename}}>Rename</button>"
    tree = try Tree(root, templates: TemplateLibrary(files: ["Task": source]))
  }

  private func writing(_ line: String, _ id: String = "") -> Command<NoData> { Command(id) { [log] in log.add(line) } }

  @Test func `a new command with an equal content runs, and no patch is sent (DIF-11, H-B6)`() throws {
    root.set(rows: [Task(id: 1, press: writing("old")), Task(id: 2)])
    _ = tree.flushAll()
    root.set(rows: [Task(id: 1, press: writing("new")), Task(id: 2)])
    #expect(tree.flushAll() == nil)
    let delivery = try tree.receive("press", from: "1", data: .null, traced: true)
    #expect(log.take() == ["new"])
    #expect(delivery.route == [.init(address: "1", handled: true)])
    #expect(delivery.isStopped)
    #expect(delivery.command?.hasPrefix("EspalierTests/CommandTests.swift:") == true)
    #expect(tree.flushAll() == nil && tree.takeDiagnostics().isEmpty)
  }

  @Test func `two commands are equal if their ids are, and patches and events carry the id (DIF-11)`() throws {
    #expect(writing("a") == writing("b"))
    #expect(writing("a", "x") == writing("b", "x"))
    #expect(writing("a", "x") != writing("a", "y"))
    root.set(rows: [Task(id: 1, press: writing("x", "x"))])
    _ = tree.flushAll()
    root.set(rows: [Task(id: 1, press: writing("y", "y"))])
    #expect(tree.flushAll()?.summary == ["update 1"])
    _ = try tree.receive("y", from: "1", data: .null)
    #expect(log.take() == ["y"])
    #expect(throws: DeliveryError.unknownEvent("x", known: ["y"])) {
      try tree.receive("x", from: "1", data: .null)
    }
  }

  @Test func `containers and the site do not receive commands (DIF-11)`() throws {
    root.set(rows: [Task(id: 1, press: writing("run"))])
    _ = tree.flushAll()
    tree.site = { _ in
      Issue.record("heard")
      return true
    }
    _ = try tree.receive("press", from: "1", data: .null)
    #expect(log.take() == ["run"])
  }

  @Test
  func `commands of a cell are named by their fields, and by their ids if they are not in fields (DIF-11)`()
    throws
  {
    root.set {
      Toolbar(
        first: writing("1"), second: writing("2"), named: writing("S", "save"),
        numbered: Command { [log] in log.add("number \($0)") },
        pieces: [writing("3", "third"), writing("4", "fourth")])
    }
    _ = tree.flushAll()
    let cell = try #require(tree.snapshot().children.first?.cell)
    let labels = cell.html.controls.map(\.event.label)
    #expect(labels == ["first", "second", "save", "numbered", "numbered", "third", "fourth"])
    for label in labels { _ = try tree.receive(label, from: "toolbar", data: 7) }
    #expect(log.take() == ["1", "2", "S", "number 7", "number 7", "3", "4"])
    let markup = String(decoding: HTMLDialect(events: "/e").content(tree.snapshot(), at: ""), as: UTF8.self)
    for label in labels { #expect(markup.contains("node=toolbar&amp;event=\(label)\"")) }
    #expect(throws: DeliveryError.self) { try tree.receive("numbered", from: "toolbar", data: "seven") }
    #expect(log.take() == [])
    _ = try tree.receive("numbered", from: "toolbar", data: "8", fromForm: true)
    #expect(log.take() == ["number 8"])
  }

  @Test func `commands keep their names when the row shows fewer of them (DIF-11)`() throws {
    let row = CellModel(DoneRow(done: writing("done"), delete: writing("DELETED")))
    root.add(row)
    _ = tree.flushAll()
    #expect(row.snapshot?.html.controls.map(\.event.label) == ["done", "delete"])
    row.content.isDone = true
    _ = tree.flushAll()
    #expect(row.snapshot?.html.controls.map(\.event.label) == ["delete"])
    // A page that was loaded before still shows the button.
    #expect(throws: DeliveryError.unknownEvent("done", known: ["delete"])) {
      try tree.receive("done", from: "doneRow", data: .null)
    }
    #expect(throws: DeliveryError.self) { try tree.receive("command", from: "doneRow", data: .null) }
    #expect(log.take() == [])
    row.content.undo = writing("undone")
    _ = tree.flushAll()
    _ = try tree.receive("delete", from: "doneRow", data: .null)
    _ = try tree.receive("undo", from: "doneRow", data: .null)
    #expect(log.take() == ["DELETED", "undone"])
  }

  @Test func `the commands in the data of a cell without a type are named by their fields (DIF-11)`() throws {
    let data = DoneRow(done: writing("done"), delete: writing("deleted"))
    root.add(Cell(data, id: "row") { "<button \($0.delete)>Delete</button>" })
    _ = tree.flushAll()
    _ = try tree.receive("delete", from: "row", data: .null)
    #expect(log.take() == ["deleted"])
  }

  @Test func `a command without a unique name is refused with the place of its declaration (DIF-11)`() throws {
    let (same, free) = (writing("x"), writing("y"))
    let faults = [
      try DoneRow(done: same, delete: same).html(from: tree.renderer.templates),
      try Toolbar(pieces: [free]).html(from: tree.renderer.templates),
      try Toolbar(named: Command("first") {}, pieces: [Command("first") {}]).html(from: tree.renderer.templates),
    ].map { $0.fault ?? "" }
    #expect(
      faults[0].hasSuffix("is held by the fields delete, done, so it needs an id, as in Command(\"delete\") { … }"))
    #expect(faults[1].hasPrefix("the command declared at EspalierTests/CommandTests.swift:"))
    #expect(faults[1].contains("is not a field of its row, so it needs an id"))
    #expect(faults[2].hasPrefix("first is a command declared at EspalierTests/CommandTests.swift:"))
    #expect(faults[2].hasSuffix("give one of them another name"))
  }

  @Test func `a template runs the commands in its fields (DIF-11)`() throws {
    func set(_ line: String) {
      root.set { TaskCard(id: 1, delete: writing(line), rename: writing("renamed", "change")) }
    }
    set("old")
    _ = tree.flushAll()
    set("new")
    #expect(tree.flushAll() == nil)
    _ = try tree.receive("delete", from: "1", data: .null)
    _ = try tree.receive("change", from: "1", data: .null)
    #expect(log.take() == ["new", "renamed"])
    #expect(throws: Never.self) { try tree.renderer.templates.check(TaskCard(id: 1, delete: writing("never"))) }
  }

  @Test func `a command for a container runs with the nearest container of its type (DIF-11)`() throws {
    let (outer, inner) = (TaskList(id: "outer"), TaskList(id: "inner"))
    root.add(outer)
    outer.add(inner)
    let task = Task(id: 1, press: Command(to: TaskList.self) { $0.press("x") })
    inner.set { ListSection("s") { task } }
    outer.add(CellModel(task), at: .first)
    _ = tree.flushAll()
    _ = try tree.receive("press", from: "outer/inner/s/1", data: .null)
    #expect(inner.pressed == ["x"] && outer.pressed.isEmpty)
    _ = try tree.receive("press", from: "outer/1", data: .null)
    #expect(outer.pressed == ["x"])
  }

  @Test func `a command without its container is reported and not handled (DIF-11)`() throws {
    root.set(rows: [Task(id: 1, press: Command("go", to: TaskList.self) { $0.press("x") })])
    _ = tree.flushAll()
    let delivery = try tree.receive("go", from: "1", data: .null, traced: true)
    #expect(delivery.route == [.init(address: "1", handled: false)])
    let reports = tree.takeDiagnostics()
    guard case .commandWithoutContainer("go", let place, "1") = reports.first, reports.count == 1 else {
      Issue.record("\(reports)")
      return
    }
    #expect(place.hasPrefix("EspalierTests/CommandTests.swift:"))
  }

  @Test func `a command may set the list that contains its row (DIF-11)`() throws {
    root.add(TaskList(id: "list"))
    let list = try #require(root.children.first as? TaskList)
    func show(_ ids: [Int], in list: ContainerModel) {
      list.set(
        rows: ids.map { id in
          Task(id: id, press: Command(to: TaskList.self) { $0.set(rows: [Task(id: id + 1)]) })
        })
    }
    show([1, 2], in: list)
    _ = tree.flushAll()
    _ = try tree.receive("press", from: "list/1", data: .null)
    #expect(tree.flushAll()?.summary == ["remove list/1"] && tree.listedKeys == ["2"])
    #expect(throws: DeliveryError.unknownNode("list/1")) { try tree.receive("press", from: "list/1", data: .null) }
  }

  @Test func `commands can be bound, mapped and chained (DIF-12)`() {
    let add = Command<Int> { [log] in log.add("\($0)") }
    add.bind(5).perform()
    add.map { (text: String) in Int(text) ?? 0 }.perform("7")
    let both = add.then(Command<Int> { [log] in log.add("then \($0)") })
    both.perform(1)
    Command<Int>.nop.perform(9)
    Command.nop.perform()
    #expect(log.take() == ["5", "7", "1", "then 1"])
    let named = Command<Int>("add") { _ in }
    #expect(
      [named.bind(1).id, named.map { (text: String) in text.count }.id, named.then(.nop).id] == ["add", "add", "add"])
    #expect(named.bind(1).place == named.place)
  }

  @Test func `outside a page, a command for a container does nothing and returns false (DIF-12)`() {
    let command = Command(to: TaskList.self) { $0.press("x") }
    #expect(!command.perform())
    #expect(!command.then(.nop).perform() && !Command.nop.then(command).perform())
    #expect(Command.nop.perform())
  }

  @Test func `a command that was encoded and decoded does nothing (DIF-13)`() throws {
    let command = writing("run", "id")
    let json = try JSON(encoding: command)
    #expect(json == .null)
    try json.decode(Command<NoData>.self, fromForm: false).perform()
    let task = try JSON(encoding: Task(id: 1, press: command))
    #expect(task.description == #"{"id":1,"title":"Task"}"#)
    let back = try task.decode(Task.self, fromForm: false)
    back.press.perform()
    #expect(back.id == 1 && log.take() == [])
    #expect(try JSON(encoding: back) == task)
  }

  private final class CountingHook: Plugin {
    private(set) var calls = 0
    override func performing(_ command: String, at node: Node, _ perform: () -> Void) {
      calls += 1
      perform()
    }
  }

  private final class Hook: Plugin {
    var log: [String] = []
    var leavesOut = false

    override func performing(_ command: String, at node: Node, _ perform: () -> Void) {
      log.append("before \(command) of \(node.nodeKey)")
      if !leavesOut { perform() }
      log.append("after \(command)")
    }
  }

  @Test func `plugins do something before and after a command, and may leave it out (B15)`() throws {
    let (above, below) = (ContainerModel(), ContainerModel())
    let (outer, inner) = (above.add(Hook()), below.add(Hook()))
    let tree = Tree(above)
    above.add(below)
    below.add(CellModel(Toolbar(named: Command("save") { [log] in log.add("saved") }), key: "tools"))
    _ = tree.flushAll()
    _ = try tree.receive("save", from: "\(below.nodeKey)/tools", data: .null)
    #expect(outer.log == ["before save of tools", "after save"] && inner.log == outer.log && log.take() == ["saved"])
    // A plugin of both containers is called once.
    above.add(CellModel(Toolbar(), key: "other"))
    let both = CountingHook()
    for container in [above, below] { container.add(both) }
    _ = tree.flushAll()
    _ = try tree.receive("save", from: "\(below.nodeKey)/tools", data: .null)
    #expect(both.calls == 1 && log.take() == ["saved"])
    (outer.log, inner.log) = ([], inner.log.suffix(2) + [])
    outer.leavesOut = true
    let delivery = try tree.receive("save", from: "\(below.nodeKey)/tools", data: .null)
    #expect(delivery.isHandled && inner.log.count == 2 && log.take() == [])
    #expect(tree.takeDiagnostics().isEmpty)
  }

  /// Runs jobs when the test asks for it.
  private final class Later: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }
    func run() -> Int {
      let due = jobs.withLock { all in
        defer { all = [] }
        return all
      }
      for job in due { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      return due.count
    }
  }

  @Test func `a command runs on another executor (B16)`() throws {
    let executor = Later()
    let numbered = Command<Int>("number", on: executor) { [log] in log.add("\($0)") }
    root.add(
      CellModel(
        Toolbar(named: Command("save", on: executor) { [log] in log.add("saved") }, numbered: numbered), key: "tools"))
    _ = tree.flushAll()
    _ = try tree.receive("number", from: "tools", data: 7)
    _ = try tree.receive("save", from: "tools", data: .null)
    #expect(log.take() == [])
    #expect(executor.run() == 2 && log.take() == ["7", "saved"])
  }
}

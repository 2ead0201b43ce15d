import Testing

@testable import Espalier

/// The handlers of plugins beside those of the container, and the answers that a container gives instead of a plugin.
@Suite struct PluginHandlerTests {
  /// A plugin that writes down what rows do.
  private final class Listener: Plugin {
    let heard: Box<[String]>
    init(_ heard: Box<[String]>) { self.heard = heard }

    override func begin(in list: ContainerModel) {
      list.on(Selection.select) { [heard] in heard.value.append("listener \($0.children.sender?.key ?? "-") \($1)") }
      list.on(Visibility.appeared) { [heard] list in heard.value.append("appeared \(list.children.sender?.key ?? "-")")
      }
      list.on(Selection.didSelect) { [heard] list in heard.value.append("selected \(list.children.sender?.key ?? "-")")
      }
      list.on(Reordering.didMove) { [heard] list in heard.value.append("moved \(list.children.sender?.key ?? "-")") }
      list.on(Editing.didDelete) { [heard] in heard.value.append("deleted \($1)") }
    }
    override func visibility(of row: Node) -> Visibility? { row.key == "b" ? .inView : nil }
  }

  private struct Plant: Content, Identifiable {
    let id: String
    var traits: RowTraits { RowTraits(canDelete: true, canMove: true) }
    var html: HTML { "\(id)" }
  }

  private let list = ContainerModel(id: "list")
  private let root = ContainerModel()
  private let heard = Box<[String]>([])

  init() {
    list.add(["a", "b"].map { CellModel(Plant(id: $0)) })
    root.add(list)
  }

  private func send(_ event: String, _ row: String = "b", _ data: JSON = .null, in tree: Tree) throws {
    _ = try tree.receive(event, from: "list/\(row)", data: data)
    _ = tree.flushAll()
  }

  private func tree() -> Tree {
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree
  }

  @Test func `handlers of plugins and of the container run in the order in which they were added (A70)`() throws {
    let selection = Selection(.multiple)
    list.on(Selection.select) { [heard] list, _ in heard.value.append("first, \(selection.selected.count)") }
    list.add(selection)
    list.add(Listener(heard))
    list.on(Selection.didSelect) { [heard] _ in heard.value.append("page selected") }
    let tree = tree()
    try send("select", "b", true, in: tree)
    #expect(heard.value == ["first, 0", "selected b", "page selected", "listener b true"])
    #expect(selection.selected == ["list/b"])
  }

  @Test func `a handler of the page for an event of a plugin does not silence the plugin (A70)`() throws {
    let selection = list.add(Selection(.single))
    list.on(Selection.select) { [heard] list, isWanted in
      heard.value.append("\(list.children.sender?.key ?? "") \(isWanted)")
    }
    let tree = tree()
    try send("select", "b", true, in: tree)
    #expect(heard.value == ["b true"] && selection.selected == ["list/b"])
    list.removeHandlers()
    try send("select", "a", true, in: tree)
    #expect(heard.value == ["b true"] && selection.selected == ["list/a"], "the plugin's handlers stay")
  }

  @Test func `a container answers instead of a plugin, until its handler is removed (A70)`() throws {
    let selection = list.add(Selection(.single))
    list.add(Listener(heard))
    list.on(Selection.select, insteadOf: Selection.self) { [heard] list, isWanted in
      heard.value.append("instead \(list.children.sender?.key ?? "") \(isWanted)")
    }
    let tree = tree()
    try send("select", "b", true, in: tree)
    #expect(heard.value == ["listener b true", "instead b true"] && selection.selected == [])
    list.removeHandler(of: Selection.select.name)
    try send("select", "b", true, in: tree)
    #expect(selection.selected == ["list/b"])
  }

  @Test func `a container further up answers instead of the plugins below it, for this event only (A70)`() throws {
    let selection = list.add(Selection(.single))
    list.add(Reordering())
    root.on(Selection.select, insteadOf: Selection.self) { [heard] root, _ in
      heard.value.append("root \(root.sender?.key ?? "")")
    }
    let tree = tree()
    try send("select", "b", true, in: tree)
    try send("move", "b", ["by": -1], in: tree)
    #expect(heard.value == ["root b"] && selection.selected == [] && list.children.map(\.key) == ["b", "a"])
  }

  @Test func `one handler answers the events of all plugins of a list (E45)`() throws {
    let selection = list.add(Selection(.single))
    list.add(Reordering())
    let events = [Selection.select.name, Reordering.move.name]
    let handler = root.on(anyOf: events, insteadOf: Plugin.self) { [heard] root, sent in
      heard.value.append("\(sent.name.label) \(sent.payload(of: Selection.select).map { "\($0)" } ?? "")")
    }
    let tree = tree()
    try send("select", "b", true, in: tree)
    try send("move", "b", ["by": -1], in: tree)
    #expect(heard.value == ["select true", "move "] && selection.selected == [])
    #expect(list.children.map(\.key) == ["a", "b"])
    handler.cancel()
    try send("move", "b", ["by": -1], in: tree)
    #expect(heard.value.count == 2 && list.children.map(\.key) == ["b", "a"])
  }

  @Test func `plugins receive what rows do: appear, select, move, delete (E17)`() throws {
    let editing = list.add(Editing())
    list.add(Selection(.single))
    list.add(Listener(heard))
    editing.isOn = true
    let tree = tree()
    let report: JSON = ["appeared": ["list/b"]]
    _ = try tree.receive("visibility", from: "", data: report)
    try send("select", "b", true, in: tree)
    try send("move", "b", ["by": -1], in: tree)
    try send("deleteRow", "a", in: tree)
    #expect(heard.value == ["appeared b", "selected b", "listener b true", "moved b", "deleted list/a"])
    #expect(throws: DeliveryError.unreportedVisibility("list")) {
      try tree.receive("visibility", from: "", data: ["appeared": ["list"]])
    }
  }

  @Test func `a plugin is removed with its handlers, tools, classes and reports`() throws {
    let selection = list.add(Selection(.single))
    let listener = list.add(Listener(heard))
    var viewed = try Viewed(root)
    try send("select", "b", true, in: viewed.tree)
    list.remove(listener)
    list.remove(selection)
    try viewed.check()
    #expect(list.children.plugin(Selection.self) == nil && selection.selected == [])
    let cell = list.children[1].asCell?.snapshot
    #expect(cell?.html.controls.isEmpty == true && cell?.classes == "")
    list.add(selection)
    list.add(Reordering())
    try viewed.check()
    try send("select", "a", true, in: viewed.tree)
    #expect(selection.selected == ["list/a"] && heard.value == ["selected b", "listener b true"])
  }
}

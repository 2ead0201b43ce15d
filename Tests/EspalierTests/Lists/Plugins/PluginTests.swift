import Testing

@testable import Espalier

/// What a plugin adds to rows, and how containers can override it.
@Suite struct PluginTests {
  private struct Named: Content, Identifiable {
    static let select = Event<NoData>("select")
    let id: String
    var html: HTML { "<button \(Self.select)>\(id)</button>" }
  }

  private func list(_ rows: [String] = ["a", "b"]) -> ContainerModel {
    let list = ContainerModel()
    list.add(rows.map { Row(id: $0, text: $0) })
    return list
  }

  private func labels(_ node: Node?) -> [String]? {
    (node as? any RenderedNode)?.snapshot?.html.controls.map(\.event.label)
  }

  @Test func `tools come after the row's own markup, and are sent as slots of one shape`() throws {
    let list = list()
    let selection = list.add(Selection(.single))
    list.add(Reordering())
    var viewed = try Viewed(list)
    #expect(labels(list.children[0]) == ["tap", "select", "move", "move"])
    selection.select(list.children[0])
    #expect(
      try viewed.patch()
        == #"[["=","a","@class","Row e-selectable e-selected e-movable"],["=","a","2@value","false","2@aria-pressed","true"]]"#
    )
    #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
  }

  @Test func `a plugin adds tools to existing and new rows, and removes them from rows that leave`() throws {
    let (list, other) = (list(), ContainerModel(id: "other"))
    let root = ContainerModel()
    root.add([list, other])
    let tree = Tree(root)
    _ = tree.flushAll()
    list.add(Reordering())
    list.add(Row(id: "c"))
    _ = tree.flushAll()
    for row in list.children { #expect(labels(row) == ["tap", "move", "move"]) }
    let row = list.children[0]
    other.add(row)
    _ = tree.flushAll()
    #expect(labels(row) == ["tap"])
  }

  @Test func `the page receives what rows of an inner list do, with the row (A70)`() throws {
    let (root, list) = (ContainerModel(), ContainerModel(id: "list"))
    list.add(Row(id: "a"))
    root.add(list)
    list.add(Selection(.multiple))
    list.add(Reordering())
    let received = Box<[String]>([])
    root.on(Selection.select) { received.value.append("select \($0.sender?.address ?? "") \($1)") }
    root.on(Selection.didSelect) { received.value.append("didSelect \($0.sender?.address ?? "") \($1)") }
    root.on(Reordering.move) {
      received.value.append("move \($0.children.sender?.address ?? "of another list") \($1.by ?? 0)")
    }
    let tree = Tree(root)
    _ = tree.flushAll()
    _ = try tree.receive("select", from: "list/a", data: true)
    _ = try tree.receive("move", from: "list/a", data: ["by": 1])
    #expect(received.value == ["didSelect list/a list/a", "select list/a true", "move of another list 1"])
    #expect(root.sender == nil)
  }

  @Test func `a row that sends an event with a label of its tools is reported in plain words`() {
    let list = ContainerModel()
    list.add(Named(id: "a"))
    list.add(Selection())
    let tree = Tree(list)
    _ = tree.flushAll()
    let reports = tree.takeDiagnostics().map(\.description)
    #expect(reports.count == 1 && reports.first?.contains("the tools of Selection send select") == true)
  }

  @Test(arguments: [
    ("<b>Ann</b> <i>Lee</i>", "Ann Lee"), ("<button>Press</button>", "Press"), ("Ann<button>×</button>", "Ann"),
    ("<span aria-hidden=\"true\">A<span>b</span></span><p title=\"a > b\">Ann &amp; Bo</p>", "Ann & Bo"),
    ("<svg><title>no</title></svg>", ""), ("<i>3</i><p><strong>Ann</strong></p><p>Lee</p>", "Ann"),
    ("<i>3</i><h2></h2><p>Lee</p>", "3 Lee"), ("<strong aria-hidden=\"true\">A</strong>Ann", "Ann"),
    ("<img aria-hidden=\"true\" alt=\"\">Ann<br aria-hidden=\"true\"> Lee", "Ann Lee"),
    ("a < b<!-- <b>no</b> -->", "a < b"), ("<b aria-hidden='true'>A</b>Ann", "Ann"),
    (String(repeating: "word ", count: 20), "word word word word word word word word word word word word…"),
  ])
  func `a row's name is its first heading or strong text, or all but its controls`(markup: String, name: String) {
    #expect(HTML(RawHTML(markup)).spokenText == name)
  }
}

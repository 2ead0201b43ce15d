import Testing

@testable import Espalier

private struct Line: Content, Identifiable {
  let id: Int
  var text: String
  var tone = "a"
  var html: HTML { "<b class=\"\(tone)\">\(text)</b>" }
}

@Suite struct DOMDialectTests {
  private let root = ContainerModel()
  private let tree: Tree
  private let html = HTMLDialect(events: "/p/events")
  private let dialect: DOMDialect

  init() {
    tree = Tree(root)
    dialect = DOMDialect(html: html)
  }

  private func patch() -> String {
    String(decoding: dialect.patch(tree.flushAll() ?? ChangeSet()), as: UTF8.self)
  }

  private func fill(_ count: Int) -> [CellModel<Line>] {
    let cells = (1...count).map { CellModel(Line(id: $0, text: "row \($0)")) }
    root.add(cells)
    _ = tree.flushAll()
    return cells
  }

  @Test func `no change is an empty array`() {
    #expect(patch() == "[]")
    root.setNeedsLayout()
    #expect(patch() == "[]")
  }

  @Test func `changed texts and attributes are set`() {
    let cells = fill(2)
    cells[1].content.text = "\"<é>\"\n"
    #expect(patch() == #"[["=","2","0:0","\"<é>\"\n"]]"#)
    cells[0].content = Line(id: 1, text: "x", tone: "b")
    #expect(patch() == #"[["=","1","0@class","b","0:0","x"]]"#)
  }

  @Test func `a removed flag is null, and an added one is empty`() {
    struct Flag: Content {
      var isOn = true
      var html: HTML { "<button \("disabled", when: isOn)>x</button>" }
    }
    let cell = CellModel(Flag())
    root.add(cell)
    _ = tree.flushAll()
    cell.content.isOn = false
    #expect(patch() == #"[["=","flag","0@disabled",null]]"#)
    cell.content.isOn = true
    #expect(patch() == #"[["=","flag","0@disabled",""]]"#)
  }

  @Test func `a cell whose shape changes is sent whole`() {
    struct Switch: Content {
      static let tap = Event<Int>("tap")
      var isOn = false
      var html: HTML { isOn ? "<b>on</b>" : "<button \(Self.tap, sends: 1)>off</button>" }
    }
    let folder = ContainerModel(id: "f")
    let cell = CellModel(Switch())
    root.add(folder)
    folder.add(cell)
    _ = tree.flushAll()
    cell.content.isOn = true
    #expect(patch() == #"[["<","f/switch","<b>on</b>"]]"#)
    cell.content.isOn = false
    #expect(
      patch()
        == #"[["<","f/switch","<button formaction=\"/p/events?node=f/switch&amp;event=tap\" name=\"data\" value=\"1\">off</button>"]]"#
    )
  }

  @Test func `rows are inserted before a key or at the end, removed, and moved`() {
    let cells = fill(3)
    root.add(CellModel(Line(id: 0, text: "new")), at: .first)
    #expect(patch() == #"[["+","","<li id=\"0\" class=\"Line\"><b class=\"a\">new</b></li>","1"]]"#)
    root.add(Line(id: 9, text: "last"))
    #expect(patch() == #"[["+","","<li id=\"9\" class=\"Line\"><b class=\"a\">last</b></li>"]]"#)
    root.remove(cells[1])
    #expect(patch() == #"[["-","2"]]"#)
    root.children.move(cells[2], to: 0)
    #expect(patch() == #"[[">","3","0"]]"#)
    root.children.move(cells[2], to: 3)
    #expect(patch() == #"[[">","3"]]"#)
  }

  @Test func `a folder is inserted with its list, and moves to another list with a new address`() {
    let (a, b) = (ContainerModel(id: "a"), ContainerModel(id: "b"))
    root.add([a, b])
    _ = tree.flushAll()
    let inner = ContainerModel(id: "i")
    inner.add(Line(id: 1, text: "x"))
    a.add(inner)
    #expect(
      patch()
        == #"[["+","a","<li id=\"a/i\" class=\"ContainerModel\"><ul role=\"list\"><li id=\"a/i/1\" class=\"Line\"><b class=\"a\">x</b></li></ul></li>"]]"#
    )
    b.add(inner)
    #expect(patch() == #"[["^","a/i","b/i"]]"#)
  }

  @Test func `a snapshot replaces the whole list in one operation`() {
    _ = fill(2)
    #expect(
      String(decoding: dialect.snapshot(tree.snapshot()), as: UTF8.self)
        == #"[["!","<ul role=\"list\"><li id=\"1\" class=\"Line\"><b class=\"a\">row 1</b></li><li id=\"2\" class=\"Line\"><b class=\"a\">row 2</b></li></ul>"],["=","","@class","ContainerModel"]]"#
    )
  }

  @Test func `the form has the attributes that the client needs, escaped`() {
    let form = HTMLDialect(events: "/p/events?a=\"1\"").form(
      live: LivePage(path: "/p?a&b", patches: "/p/patches", version: "e.1", title: "A & \"B\""))
    #expect(
      String(decoding: form, as: UTF8.self)
        == "<form id=\"~form\" method=\"post\" action=\"/p/events?a=&quot;1&quot;\" data-espalier=\"/p?a&amp;b\" "
        + "data-patches=\"/p/patches\" data-version=\"e.1\" data-title=\"A &amp; &quot;B&quot;\" data-outline=\"0\" autocomplete=\"off\" hidden></form>"
    )
  }

  @Test func `in development the form says how often the client checks its page`() {
    let form = HTMLDialect(events: "/p/events").form(
      live: LivePage(path: "/p", patches: "/p/patches", version: "e.1", title: "A"), check: 2)
    #expect(String(decoding: form, as: UTF8.self).contains(" data-check=\"2\" "))
  }

  @Test func `the whole list is one element, and so is a region`() {
    _ = fill(1)
    #expect(
      String(decoding: html.list(tree.snapshot()), as: UTF8.self)
        == "<div id=\"~root\" class=\"ContainerModel\"><ul role=\"list\"><li id=\"1\" class=\"Line\">"
        + "<b class=\"a\">row 1</b></li></ul></div>")
    #expect(
      String(decoding: html.region("1", of: tree.snapshot()), as: UTF8.self)
        == "<div data-region id=\"1\" class=\"Line\"><b class=\"a\">row 1</b></div>")
  }

  @Test(arguments: [100, 10_000])
  func `the four kinds of change to a list are as small as the change`(count: Int) {
    let cells = fill(count)
    cells[count / 2].content.text = "changed"
    let text = patch()
    #expect(text == "[[\"=\",\"\(count / 2 + 1)\",\"0:0\",\"changed\"]]")
    #expect(text.utf8.count <= 50)
    root.add(CellModel(Line(id: 0, text: "new")), at: .first)
    let insert = patch()
    #expect(insert.utf8.count <= 90, "\(insert)")
    root.children.move(cells[count - 1], to: 0)
    let move = patch()
    #expect(move == "[[\">\",\"\(count)\",\"0\"]]")
    #expect(move.utf8.count <= 40)
    root.remove(cells[count / 3])
    let remove = patch()
    #expect(remove == "[[\"-\",\"\(count / 3 + 1)\"]]")
    #expect(remove.utf8.count <= 35)
  }

  @Test func `the first word of each operation is a wire name`() {
    #expect(WireName.Operation.allCases.map(\.rawValue) == ["=", "<", "+", "-", ">", "^", "!", "@"])
  }
}

@Suite struct JSONDialectTests {
  private struct Link: Content, Identifiable {
    static let tap = Event<Int>("tap")
    let id: String
    var href: String?
    var count = 1
    var html: HTML { "<button \(Self.tap, sends: count)>\(count)</button>" }
    private enum CodingKeys: String, CodingKey {
      case id, href
      case count = "a/b~c"
    }
  }

  private let root = ContainerModel()
  private let folder = ContainerModel(id: "f")
  private let cell = CellModel(Link(id: "é"))
  private let tree: Tree

  init() {
    root.add(folder)
    folder.add(cell)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func patch() -> String { JSONDialect.patch(tree.flushAll() ?? ChangeSet()).description }

  private let linkDocument =
    #"{"id":"f/~C3~A9","type":"Link","model":{"id":"é","href":null,"a/b~c":1},"events":[{"name":"tap","type":"integer","schema":{"type":"integer"},"example":1}],"children":[]}"#

  @Test func `the document is the root node with all nodes below it`() {
    #expect(
      JSONDialect.document(tree.snapshot()).description
        == #"{"id":"","type":"ContainerModel","model":{},"events":[],"children":[{"id":"f","type":"ContainerModel","#
        + #""model":{},"events":[],"children":["# + linkDocument + "]}]}")
  }

  @Test func `changed, added and removed fields are patched by name`() {
    cell.content.count = 2
    #expect(
      patch()
        == #"[{"op":"replace","path":"/children/0/children/0/model/a~1b~0c","value":2},"#
        + #"{"op":"replace","path":"/children/0/children/0/events","value":[{"name":"tap","type":"integer","schema":{"type":"integer"},"example":2}]}]"#
    )
    cell.content.href = "/x"
    #expect(patch() == #"[{"op":"replace","path":"/children/0/children/0/model/href","value":"/x"}]"#)
    cell.content.href = nil
    #expect(patch() == #"[{"op":"replace","path":"/children/0/children/0/model/href","value":null}]"#)
  }

  @Test func `nodes are added, removed and moved by position`() {
    let row = CellModel(Note(text: "n"), key: "n")
    folder.add(row, at: .first)
    #expect(
      patch()
        == #"[{"op":"add","path":"/children/0/children/0","value":{"id":"f/n","type":"Note","model":{"text":"n"},"#
        + #""events":[],"children":[]}}]"#)
    folder.children.move(row, to: 1)
    // Either of the two rows may be the one that moves.
    let places = ["/children/0/children/0", "/children/0/children/1"]
    let moves = [places, places.reversed()].map { #"[{"op":"move","from":"\#($0[0])","path":"\#($0[1])"}]"# }
    #expect(moves.contains(patch()))
    folder.remove(row)
    #expect(patch().hasPrefix(#"[{"op":"remove","path":"/children/0/children/"#))
  }

  @Test func `a subtree that moves to another container gets new addresses`() {
    let other = ContainerModel(id: "g")
    root.add(other)
    _ = tree.flushAll()
    other.add(folder)
    #expect(
      patch()
        == #"[{"op":"move","from":"/children/0","path":"/children/0/children/0"},"#
        + #"{"op":"replace","path":"/children/0/children/0/id","value":"g/f"},"#
        + #"{"op":"replace","path":"/children/0/children/0/children/0/id","value":"g/f/~C3~A9"}]"#)
  }

  @Test func `a snapshot replaces the whole document`() {
    let text = JSONDialect.snapshot(tree.snapshot()).description
    #expect(text.hasPrefix(#"[{"op":"replace","path":"","value":{"id":"","type":"ContainerModel""#))
  }
}

import Testing

@testable import Espalier

@Suite struct TableTests {
  private func markup(_ root: ContainerModel) -> String {
    let tree = Tree(root)
    _ = tree.flushAll()
    return String(decoding: HTMLDialect(events: "/e", named: 0).list(tree.snapshot()), as: UTF8.self)
  }

  @Test func `a container becomes a table with a caption, widths, titles and rows`() {
    let root = ContainerModel()
    root.add(pearTable(["Comice"]))
    let html = markup(root)
    let opening =
      "<li id=\"pears\" class=\"ContainerModel e-table\"><table role=\"table\"><caption>Pears</caption><colgroup><col>"
      + "<col class=\"e-column e-w-100 e-w-20\"></colgroup>"
    #expect(html.contains(opening))
    #expect(html.contains("<thead role=\"rowgroup\" id=\"pears/header\" class=\"TableHead\"><tr role=\"row\">"))
    #expect(html.contains("<tbody role=\"rowgroup\"><tr role=\"row\" id=\"pears/Comice\" class=\"Pear\">"))
    #expect(html.contains("<th role=\"rowheader\" scope=\"row\">Comice</th>"))
    let cell = "<td role=\"cell\" data-column=\"Crates &amp; &quot;boxes&quot;\" class=\"e-end\"><b>1</b>"
    #expect(html.contains(cell))
    #expect(html.contains("</tr></tbody></table></li>"))
  }

  @Test func `the title of a sortable column is a button that asks for the next order, and says the current one`() {
    let root = pearTable([], .pears.with { $0.order = .init("name") })
    let html = markup(root)
    #expect(html.contains("aria-label=\"Kind\" aria-sort=\"ascending\"><button class=\"e-sort\""))
    #expect(
      html.contains("value=\"{&quot;column&quot;:&quot;name&quot;,&quot;isDescending&quot;:true}\">Kind</button>"))
    #expect(html.contains("role=\"status\">Sorted by Kind, ascending.</span>"))
    #expect(html.contains("aria-sort=\"none\""))
    #expect(html.contains("value=\"{&quot;column&quot;:&quot;crates&quot;,&quot;isDescending&quot;:false}\">Crates"))
  }

  @Test func `a content that is not a row of cells spans all columns, also as the footer`() {
    let root = pearTable([])
    root.add(Note(text: "None."))
    root.footer = CellModel(Note(text: "That is all."))
    let html = markup(root)
    #expect(html.contains("class=\"Note\"><td role=\"cell\" colspan=\"2\"><p>None.</p></td></tr></tbody>"))
    let footer =
      "<tfoot role=\"rowgroup\" id=\"footer\" class=\"Note\"><tr role=\"row\"><td role=\"cell\" colspan=\"2\"><p>"
    #expect(html.contains(footer))
  }

  @Test func `the children of a row that is a container are its cells`() {
    let root = pearTable([])
    root.add(cellRow("Cox"))
    let html = markup(root)
    let row =
      "<tr role=\"row\" id=\"Cox\" class=\"ContainerModel\"><td role=\"cell\" data-column=\"Kind\" id=\"Cox/name\""
    #expect(html.contains(row))
    #expect(html.contains("id=\"Cox/crates\" class=\"Row e-end\"><b>Cox</b>"))
  }

  @Test func `a changed value in a row is one write, and a new order changes only the head`() throws {
    let root = pearTable(["Comice", "Cox"])
    var viewed = try Viewed(root)
    (root.children[1] as? CellModel<Pear>)?.content.crates = 7
    #expect(try viewed.patch() == #"[["=","Cox","1.0:0","7"]]"#)
    root.layout.table?.order = .init("crates", isDescending: true)
    let patch = try viewed.patch()
    #expect(patch.hasPrefix(#"[["=","header","0.1@aria-sort","descending""#), "\(patch)")
    #expect(!patch.contains("\"<\""))
    root.layout.table?.caption = "Pears & apples"
    #expect(try viewed.patch() == ##"[["=","","@class","ContainerModel e-table","0.0:0","Pears & apples"]]"##)
    #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
  }

  @Test func `a list becomes a table, gets another column, and becomes a list again`() throws {
    let root = pearTable(["Comice", "Cox"])
    root.layout = .list
    var viewed = try Viewed(root)
    let layouts: [Layout] = [.table(.pears), .table(.pears.with { $0.columns.removeLast() }), .table(.pears), .list]
    for layout in layouts {
      root.layout = layout
      #expect(try viewed.flush().summary.contains("replace "))
      #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
    }
    #expect(root.header == nil)
  }

  @Test func `a row keeps its element between tables with the same columns, and gets another one in a list`() throws {
    let (root, list) = (ContainerModel(), ContainerModel(id: "list"))
    let (one, two) = (pearTable(["Comice"]), ContainerModel(id: "two"))
    two.layout = .table(.pears)
    root.add([one, two, list])
    var viewed = try Viewed(root)
    let row = one.children[0]
    two.add(row)
    #expect(try viewed.flush().summary == ["relocate pears/Comice to two/Comice"])
    list.add(row)
    #expect(try viewed.flush().summary == ["remove two/Comice", "insert list/Comice"])
    #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
  }

  @Test func `a row that goes to a table with other columns is rendered for them`() throws {
    let root = ContainerModel()
    let (one, two) = (pearTable([]), ContainerModel(id: "two"))
    two.layout = .table(.pears.with { $0.columns.append(.init("more", "More")) })
    one.add(CellModel(Note(text: "None."), key: "none"))
    root.add([one, two])
    var viewed = try Viewed(root)
    two.add(one.children[0])
    #expect(try viewed.flush().summary == ["remove pears/none", "insert two/none"])
    #expect(viewed.elements.first { $0["id"] == "two/none" }?.elements.first?["colspan"] == "3")
    #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
  }

  @Test func `plugins put their tools into the last cell, named after the row's first cell`() throws {
    let root = pearTable(["Comice"])
    let selection = Selection(.multiple)
    root.add(selection)
    root.add(Reordering())
    var viewed = try Viewed(root)
    let row = try #require(viewed.elements.first { $0["id"] == "Comice" })
    #expect(row["class"] == "Pear e-selectable e-movable")
    let labels = row.elements[1].everything.compactMap { $0["aria-label"] }
    #expect(labels == ["Comice", "Move Comice", "Move Comice up", "Move Comice down"])
    _ = try viewed.tree.receive("select", from: "Comice", data: true)
    #expect(selection.selected == ["Comice"])
    try viewed.flush()
    #expect(row["class"] == "Pear e-selectable e-selected e-movable")
  }

  @Test func `the tools of a row that is a container are in its last cell`() throws {
    let root = pearTable([])
    root.add(Selection(.single))
    root.add(cellRow("Cox"))
    var viewed = try Viewed(root)
    _ = try viewed.tree.receive("select", from: "Cox/crates", data: true)
    try viewed.flush()
    let cells = viewed.elements.filter { $0.name == "td" }.map { $0["class"] }
    #expect(cells == ["Row", "Row e-end e-selectable e-selected"])
    #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
  }

  @Test func `a page writes its table as JSON, with the columns in the header`() throws {
    let root = pearTable(["Comice"])
    let tree = Tree(root)
    _ = tree.flushAll()
    let text = JSONDialect.document(tree.snapshot()).description
    #expect(text.contains(##""type":"TableHead","model":{"caption":"Pears","columns":[{"id":"name","title":"Kind""##))
    let order = ##""example":{"column":"name","isDescending":false}}"##
    #expect(text.contains(##"{"name":"sort","type":"object","schema":{"type":"object","properties":{"column":"##))
    #expect(text.contains(order))
    #expect(String(decoding: HTMLDialect(events: "/e").list(tree.export()), as: UTF8.self).contains("<thead"))
  }
}

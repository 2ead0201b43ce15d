/// The tree as HTML: nested lists and tables whose elements carry the nodes' addresses as ids.
package struct HTMLDialect: Sendable {
  /// The URL of the site that events are posted to.
  package let events: String
  /// Comes before the URLs of the site.
  let prefix: URLPrefix
  /// The page load that plain forms name (`WireName.load`); empty if they need not.
  package let load: String
  /// How many buttons, from the first one of a list, name the form of the page.
  private let named: Int
  /// The start of the URLs of events, up to the cell's address.
  private let buttons: String
  private let forms: String

  /// A dialect for a page whose events are posted to this URL, and whose forms name this page load.
  ///
  /// A browser without JavaScript needs the form for each button. But Chromium walks the whole document for each button
  /// that names a form, so that a long page with many of them would take seconds. The browser's client needs no form:
  /// for it, only the first `named` buttons name one, so that they work while the page still loads.
  package init(events: String, load: String = "", named: Int = .max, prefix: URLPrefix = .none) {
    self.events = events
    self.prefix = prefix
    self.load = load
    self.named = named
    let start = prefix.added(to: events) + (events.contains("?") ? "&amp;" : "?")
    buttons = "\(start)\(WireName.node)="
    forms = load.isEmpty ? buttons : "\(start)\(WireName.load)=\(load)&amp;\(WireName.node)="
  }

  /// The same dialect for a page that runs the browser's client.
  package func naming(_ named: Int) -> HTMLDialect {
    HTMLDialect(events: events, load: load, named: named, prefix: prefix)
  }

  /// The page's one form, to which all buttons belong. If the page is live, the form has the attributes that the
  /// browser's modules read, with the outline of the lists' markup; `check` is the number of seconds between two checks
  /// of the page. It comes before the first list.
  package func form(live: LivePage?, check: Int? = nil, lists: [[UInt8]] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append("<form id=\"\(WireName.form)\" method=\"post\" action=\"")
    bytes.append(htmlEscaping: prefix.added(to: events))
    if let live {
      bytes.append("\" \(WireName.page)=\"")
      bytes.append(htmlEscaping: prefix.added(to: live.path))
      bytes.append("\" \(WireName.patches)=\"")
      bytes.append(htmlEscaping: prefix.added(to: live.patches))
      bytes.append("\" \(WireName.version)=\"\(live.version)\" \(WireName.title)=\"")
      bytes.append(htmlEscaping: live.title)
      var outline = MarkupOutline()
      for list in lists { outline.add(list) }
      bytes.append("\" \(WireName.outline)=\"\(outline.number)")
      if let check { bytes.append("\" \(WireName.check)=\"\(check)") }
    }
    // Firefox restores the state of buttons when it loads a page again. Then they would differ from the markup.
    bytes.append("\" autocomplete=\"off\" hidden>")
    if !load.isEmpty { bytes.append("<input type=\"hidden\" name=\"\(WireName.load)\" value=\"\(load)\">") }
    bytes.append("</form>")
    return bytes
  }

  /// The whole list.
  package func list(_ root: NodeSnapshot) -> [UInt8] { region(root, id: WireName.root) }

  /// A child of the root that has its own place in the page; an empty list if there is no such child.
  package func region(_ key: String, of root: NodeSnapshot) -> [UInt8] {
    region(root.children.first { $0.key == key } ?? NodeSnapshot(key: key, type: ""), id: key)
  }

  func region(_ node: NodeSnapshot, id: String) -> [UInt8] {
    written(node) { output in
      // The page's template may have an element with the id of a region, too.
      output.bytes.append(id == WireName.root ? "<div id=\"\(id)" : "<div \(WireName.region) id=\"\(id)")
      append(classOf: node, to: &output)
      append(inside: node, at: node.key, to: &output)
      output.bytes.append("</div>")
    }
  }

  /// The content of a node's element, for a snapshot or a replacement.
  package func content(_ node: NodeSnapshot, at address: String) -> [UInt8] {
    written(node) { append(inside: node, at: address, to: &$0) }
  }

  /// A node's element with its content. `prefix` is its container's address and a slash, or empty.
  func element(_ node: NodeSnapshot, after prefix: String) -> [UInt8] {
    written(node) { append(node, after: prefix, to: &$0) }
  }

  /// A cell's own markup.
  func markup(_ cell: CellSnapshot, at address: String) -> [UInt8] {
    var output = Output(named: named)
    append(cell, at: address, to: &output)
    return output.bytes
  }

  /// A dialog. Each of its buttons names the form of the page if the page's first buttons do.
  package func dialog(_ dialog: PresentedDialog) -> [UInt8] {
    var bytes: [UInt8] = []
    var named = named > 0 ? Int.max : 0
    bytes.append(html: dialog.html, buttons: buttons, forms: forms, cell: dialog.address, named: &named)
    return bytes
  }

  /// The `class` of a node's element: its type, and the classes of its placement and layout.
  func classes(of node: NodeSnapshot) -> String {
    node.classes.isEmpty ? node.type : "\(node.type) \(node.classes)"
  }

  private struct Output {
    var bytes: [UInt8] = []
    /// How many of the next buttons name the form of the page.
    var named: Int
  }

  private func written(_ node: NodeSnapshot, _ write: (inout Output) -> Void) -> [UInt8] {
    var output = Output(named: named)
    output.bytes.reserveCapacity(node.count * 160)
    write(&output)
    return output.bytes
  }

  private func append(_ node: NodeSnapshot, after prefix: String, to output: inout Output) {
    node.element.appendOpening(to: &output.bytes)
    output.bytes.append(prefix)
    output.bytes.append(node.key)
    append(classOf: node, to: &output)
    if let cell = node.cell, cell.html.controls.isEmpty {
      output.bytes.append(contentsOf: cell.html.bytes)
    } else {
      append(inside: node, at: prefix + node.key, to: &output)
    }
    output.bytes.append(node.element.closing)
  }

  /// Appends the part of the tag from the end of the id to the end of the tag.
  private func append(classOf node: NodeSnapshot, to output: inout Output) {
    output.bytes.append("\" class=\"")
    if node.classes.isEmpty {
      output.bytes.append(node.type)
    } else {
      output.bytes.append(htmlEscaping: classes(of: node))
    }
    output.bytes.append("\">")
  }

  private func append(inside node: NodeSnapshot, at address: String, to output: inout Output) {
    if let cell = node.cell { return append(cell, at: address, to: &output) }
    let prefix = address.isEmpty ? "" : "\(address)/"
    if node.element == .row {
      for cell in node.children { append(cell, after: prefix, to: &output) }
      return
    }
    var rows = node.children[...]
    node.table?.appendOpening(to: &output.bytes)
    if let header = rows.first, header.slot == .header {
      append(header, after: prefix, to: &output)
      rows = rows.dropFirst()
    }
    let footer = rows.last?.slot == .footer ? rows.popLast() : nil
    output.bytes.append(node.table == nil ? "<ul role=\"list\">" : "<tbody role=\"rowgroup\">")
    for row in rows { append(row, after: prefix, to: &output) }
    output.bytes.append(node.table == nil ? "</ul>" : "</tbody>")
    if let footer { append(footer, after: prefix, to: &output) }
    if node.table != nil { output.bytes.append("</table>") }
  }

  private func append(_ cell: CellSnapshot, at address: String, to output: inout Output) {
    output.bytes.append(html: cell.html, buttons: buttons, forms: forms, cell: address, named: &output.named)
  }
}

/// A page that follows its tree, as the browser's modules need to know it.
package struct LivePage {
  /// The page's path.
  let path: String
  /// The URL of its patches.
  let patches: String
  /// The version that the markup shows.
  let version: String
  /// The title, which the page's template may decorate.
  let title: String

  package init(path: String, patches: String, version: String, title: String) {
    (self.path, self.patches, self.version, self.title) = (path, patches, version, title)
  }
}

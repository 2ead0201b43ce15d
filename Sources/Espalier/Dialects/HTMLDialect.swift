/// The tree as HTML: nested lists whose elements carry the nodes' addresses as ids.
package struct HTMLDialect: Sendable {
  /// The URL that events are posted to.
  package let events: String
  /// The page load that plain forms name (`WireName.load`); empty if they need not.
  package let load: String
  /// The start of the URLs of events, up to the cell's address.
  private let buttons: String
  private let forms: String

  /// A dialect for a page whose events are posted to this URL, and whose forms name this page load.
  package init(events: String, load: String = "") {
    self.events = events
    self.load = load
    let start = events + (events.contains("?") ? "&amp;" : "?")
    buttons = "\(start)\(WireName.node)="
    forms = load.isEmpty ? buttons : "\(start)\(WireName.load)=\(load)&amp;\(WireName.node)="
  }

  /// The page's one form, to which all buttons belong. If the page is live, the form has the attributes that the
  /// browser's modules read; `check` is the number of seconds between two checks of the page. It comes before the first
  /// list.
  package func form(live: (page: String, patches: String, version: String)?, check: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append("<form id=\"\(WireName.form)\" method=\"post\" action=\"")
    bytes.append(htmlEscaping: events)
    if let live {
      bytes.append("\" \(WireName.page)=\"")
      bytes.append(htmlEscaping: live.page)
      bytes.append("\" \(WireName.patches)=\"")
      bytes.append(htmlEscaping: live.patches)
      bytes.append("\" \(WireName.version)=\"\(live.version)")
      if let check { bytes.append("\" \(WireName.check)=\"\(check)") }
    }
    bytes.append("\" hidden>")
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(node.count * 160)
    bytes.append("<div id=\"\(id)")
    append(classOf: node, to: &bytes)
    append(inside: node, at: node.key, to: &bytes)
    bytes.append("</div>")
    return bytes
  }

  /// The content of a node's element, for a snapshot or a replacement.
  package func content(_ node: NodeSnapshot, at address: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(node.count * 160)
    append(inside: node, at: address, to: &bytes)
    return bytes
  }

  /// Appends a node's element with its content. `prefix` is its container's address and a slash, or empty.
  func append(_ node: NodeSnapshot, after prefix: String, to bytes: inout [UInt8]) {
    bytes.append(node.slot.opening)
    bytes.append(prefix)
    bytes.append(node.key)
    append(classOf: node, to: &bytes)
    if let cell = node.cell, cell.html.controls.isEmpty {
      bytes.append(contentsOf: cell.html.bytes)
    } else {
      append(inside: node, at: prefix + node.key, to: &bytes)
    }
    bytes.append(node.slot.closing)
  }

  /// The `class` of a node's element: its type, and the classes of its placement and layout.
  func classes(of node: NodeSnapshot) -> String {
    node.classes.isEmpty ? node.type : "\(node.type) \(node.classes)"
  }

  /// Appends the part of the tag from the end of the id to the end of the tag.
  private func append(classOf node: NodeSnapshot, to bytes: inout [UInt8]) {
    bytes.append("\" class=\"")
    if node.classes.isEmpty { bytes.append(node.type) } else { bytes.append(htmlEscaping: classes(of: node)) }
    bytes.append("\">")
  }

  private func append(inside node: NodeSnapshot, at address: String, to bytes: inout [UInt8]) {
    if let cell = node.cell { return append(cell, at: address, to: &bytes) }
    let prefix = address.isEmpty ? "" : "\(address)/"
    var rows = node.children[...]
    if let header = rows.first, header.slot == .header {
      append(header, after: prefix, to: &bytes)
      rows = rows.dropFirst()
    }
    let footer = rows.last?.slot == .footer ? rows.popLast() : nil
    bytes.append("<ul role=\"list\">")
    for row in rows { append(row, after: prefix, to: &bytes) }
    bytes.append("</ul>")
    if let footer { append(footer, after: prefix, to: &bytes) }
  }

  /// A cell's own markup.
  func append(_ cell: CellSnapshot, at address: String, to bytes: inout [UInt8]) {
    bytes.append(html: cell.html, buttons: buttons, forms: forms, cell: address)
  }
}

extension Slot {
  /// The start tag of a node in this slot, up to its id.
  fileprivate var opening: String {
    switch self {
    case .row: "<li id=\""
    case .header: "<header id=\""
    case .footer: "<footer id=\""
    }
  }

  fileprivate var closing: String {
    switch self {
    case .row: "</li>"
    case .header: "</header>"
    case .footer: "</footer>"
    }
  }
}

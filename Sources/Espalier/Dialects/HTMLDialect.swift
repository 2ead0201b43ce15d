/// The tree as HTML: nested lists whose elements carry the nodes' addresses as ids.
public struct HTMLDialect: Sendable {
  /// The path that events are posted to.
  public let events: String

  /// A dialect for a page whose events are posted to this path.
  public init(events: String) { self.events = events }

  /// The whole list, with the attributes that the browser's modules look for.
  public func region(
    _ root: NodeSnapshot, page: String, patches: String, version: String
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(root.count * 160)
    bytes.append("<form id=\"\(WireName.form)\" method=\"post\" action=\"")
    bytes.append(htmlEscaping: events)
    bytes.append("\" hidden></form><ul role=\"list\" class=\"\(root.type)\" \(WireName.region)=\"")
    bytes.append(htmlEscaping: page)
    bytes.append("\" \(WireName.patches)=\"")
    bytes.append(htmlEscaping: patches)
    bytes.append("\" \(WireName.version)=\"\(version)\">")
    append(childrenOf: root, after: "", to: &bytes)
    bytes.append("</ul>")
    return bytes
  }

  /// The elements inside the list: what a snapshot puts in place of those that are there.
  public func content(_ root: NodeSnapshot) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(root.count * 160)
    append(childrenOf: root, after: "", to: &bytes)
    return bytes
  }

  /// One node's element with all inside it. `prefix` is its container's address and a slash, or nothing.
  func append(_ node: NodeSnapshot, after prefix: String, to bytes: inout [UInt8]) {
    bytes.append("<li id=\"")
    bytes.append(prefix)
    bytes.append(node.key)
    bytes.append("\" class=\"")
    bytes.append(node.type)
    bytes.append("\">")
    if let cell = node.cell {
      if cell.html.controls.isEmpty {
        bytes.append(contentsOf: cell.html.bytes)
      } else {
        append(cell, at: prefix + node.key, to: &bytes)
      }
    } else {
      bytes.append("<ul role=\"list\">")
      append(childrenOf: node, after: "\(prefix)\(node.key)/", to: &bytes)
      bytes.append("</ul>")
    }
    bytes.append("</li>")
  }

  /// A cell's own markup.
  func append(_ cell: CellSnapshot, at address: String, to bytes: inout [UInt8]) {
    bytes.append(html: cell.html, target: Array("\(events)?\(WireName.node)=\(address)".utf8))
  }

  private func append(childrenOf node: NodeSnapshot, after prefix: String, to bytes: inout [UInt8]) {
    for child in node.children { append(child, after: prefix, to: &bytes) }
  }
}

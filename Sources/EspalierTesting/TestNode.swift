public import Espalier

/// A node of a page's JSON tree.
public struct TestNode: Sendable {
  let json: JSON

  /// The address.
  public var address: String { json["id"]?.text ?? "" }
  /// The type's name.
  public var type: String { json["type"]?.text ?? "" }
  /// The events that the cell's controls send, each with `name`, `type` and `example`.
  public var events: [JSON] { if case .array(let events) = json["events"] { events } else { [] } }
  /// The child nodes.
  public var children: [TestNode] {
    if case .array(let children) = json["children"] { children.map(TestNode.init) } else { [] }
  }

  /// A field of the cell's content as JSON.
  public subscript(field: String) -> JSON? { json["model"]?[field] }

  /// The node at an address below this one; nil if there is none.
  func descendant(at address: String) -> TestNode? {
    var (node, path) = (self, "")
    for key in address.split(separator: "/") {
      path += path.isEmpty ? "\(key)" : "/\(key)"
      guard let child = node.children.first(where: { $0.address == path }) else { return nil }
      node = child
    }
    return node
  }

  /// The node at an address below this one. Throws if there is none.
  func found(_ address: String) throws(TestPage.Failure) -> TestNode {
    if let node = descendant(at: address) { return node }
    throw TestPage.Failure(description: "the page has no node \"\(address)\"")
  }

  /// Returns the addresses of nodes that were added, removed or changed. A change of a child does not count as a change
  /// of its container.
  static func changes(from old: JSON, to new: JSON) -> [String] {
    let before = own(TestNode(json: old))
    let after = own(TestNode(json: new))
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  private static func own(_ node: TestNode) -> [String: [JSON?]] {
    var all = [node.address: [node.json["type"], node.json["model"], node.json["events"]]]
    for child in node.children { all.merge(own(child)) { first, _ in first } }
    return all
  }
}

/// The server's reply to an event.
public struct TestReceipt: Sendable {
  /// The receipt as JSON: `version`, `route`, `shared`, `patch` and more.
  public let document: JSON
  /// The addresses of all nodes that changed, sorted. A test that expects the complete list also proves that no other
  /// node changed.
  public let changed: [String]

  /// The addresses of the nodes that handled the event: the containers with a handler for it, from the inside out. For
  /// a command, it is the cell that has the command, because a command does not go up to the containers.
  public var handledBy: [String] {
    guard case .array(let route) = document["route"] else { return [] }
    return route.filter { $0["handled"] == true }.compactMap { $0["node"]?.text }
  }
}

public import Espalier

/// One node of a page's JSON tree.
public struct TestNode: Sendable {
  let json: JSON

  /// The address.
  public var address: String { json["id"]?.text ?? "" }
  /// The type's name.
  public var type: String { json["type"]?.text ?? "" }
  /// The controls, as the cell shows them: `name`, `type`, `example`.
  public var events: [JSON] { if case .array(let events) = json["events"] { events } else { [] } }
  /// The nodes inside.
  public var children: [TestNode] {
    if case .array(let children) = json["children"] { children.map(TestNode.init) } else { [] }
  }

  /// A field of the cell's content.
  public subscript(field: String) -> JSON? { json["model"]?[field] }

  /// The addresses of the nodes that came, went or look different; children do not count for their container.
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

/// What the server said became of an event.
public struct TestReceipt: Sendable {
  /// The receipt as JSON: `version`, `route`, `shared`, `patch` and more.
  public let document: JSON
  /// The addresses of the nodes that changed, sorted: state all of them, and nothing else may have been touched.
  public let changed: [String]

  /// The addresses of the containers that answered, from the inside out.
  public var handledBy: [String] {
    guard case .array(let route) = document["route"] else { return [] }
    return route.filter { $0["handled"] == true }.compactMap { $0["node"]?.text }
  }
}

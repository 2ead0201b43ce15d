@testable import Espalier

/// A live tree, and next to it what viewers have who only ever receive patches: as a value, as JSON and as a DOM.
struct Viewed {
  let tree: Tree
  private(set) var snapshot: NodeSnapshot
  private(set) var document: JSON
  private let list: Element?
  private let html = HTMLDialect(events: "/events")
  private let dialect: DOMDialect
  /// What a newcomer's DOM is, by markup.
  private var newcomers: [[UInt8]: String] = [:]
  /// Markup is a pure function of content: each is rendered once.
  private var fresh: [Row: CellSnapshot] = [:]

  init(_ root: ContainerModel, hasDOM: Bool = true) throws {
    tree = Tree(root)
    _ = tree.flushAll()
    snapshot = tree.snapshot()
    document = JSONDialect.document(snapshot)
    dialect = DOMDialect(html: html)
    list = hasDOM ? try Viewed.list(html.content(snapshot, at: "")) : nil
  }

  /// Sends what changed to the viewers.
  @discardableResult
  mutating func flush() throws -> ChangeSet {
    guard let changes = tree.flushAll() else { return ChangeSet() }
    snapshot = snapshot.applying(changes)
    document = try JSONPatch.apply(JSONDialect.patch(changes), to: document)
    try list?.apply(dialect.patch(changes))
    return changes
  }

  /// How a viewer differs from a newcomer; nil where none does.
  mutating func fault() throws -> String? {
    let now = tree.snapshot()
    if now != freshSnapshot(tree.root) { return "what is listed is not the tree" }
    if snapshot != now { return "the patched snapshot is not the new one" }
    let fresh = JSONDialect.document(now)
    if document != fresh && !(document ~~ fresh) { return "the patched document is not the new one" }
    return tree.violations().first
  }

  /// How the patched DOM differs from the one that a newcomer gets; nil where it does not, or there is none.
  mutating func faultInDOM() throws -> String? {
    guard let list else { return nil }
    let markup = html.content(tree.snapshot(), at: "")
    let newcomer = try newcomers[markup] ?? Viewed.list(markup).canonical
    newcomers[markup] = newcomer
    if list.canonical == newcomer { return nil }
    return "the patched DOM is\n\(list.canonical)\nand a newcomer's\n\(newcomer)"
  }

  private static func list(_ markup: [UInt8]) throws -> Element {
    let list = Element(name: "div")
    for child in try Element.parsing(String(decoding: markup, as: UTF8.self)).children { list.append(child) }
    return list
  }

  /// The tree as it would be listed by one who knows nothing of what was listed before.
  private mutating func freshSnapshot(_ node: Node) -> NodeSnapshot {
    var children: [NodeSnapshot] = []
    let container = node as? ContainerModel
    for child in container?.nodes ?? [] where !child.isHidden { children.append(freshSnapshot(child)) }
    var cell: CellSnapshot?
    if let content = (node as? CellModel<Row>)?.content {
      cell = fresh[content] ?? CellSnapshot(type: node.typeName, content: content, html: content.html)
      fresh[content] = cell
    }
    return NodeSnapshot(
      key: node.key, type: node.typeName, slot: node.slot, cell: cell, layout: container?.layout ?? .list,
      children: children)
  }
}

import EspalierTestSupport

@testable import Espalier

/// A tree, and what viewers have that receive only patches: as a snapshot, as JSON and as a DOM.
struct Viewed {
  let tree: Tree
  private(set) var snapshot: NodeSnapshot
  private(set) var document: JSON
  private let page: Element?
  /// The page of a viewer that was away for long and receives only snapshots.
  private let latePage: Element?
  private let html = HTMLDialect(events: "/events", named: 0)
  private let dialect: DOMDialect
  /// The DOM that a new viewer loads, by markup.
  private var loadedPages: [[UInt8]: String] = [:]
  /// Markup without tools is a pure function of the content, so each content is rendered once.
  private var fresh: [AnyHashable: CellSnapshot] = [:]

  init(_ root: ContainerModel, hasDOM: Bool = true, regions: [String] = []) throws {
    tree = Tree(root)
    _ = tree.flushAll()
    snapshot = tree.snapshot()
    document = JSONDialect.document(snapshot)
    dialect = DOMDialect(html: html, regions: regions)
    let markup = Viewed.page(snapshot, html, regions)
    page = hasDOM ? try Viewed.parse(markup) : nil
    latePage = hasDOM ? try Viewed.parse(markup) : nil
  }

  /// The elements of the patched page, in document order.
  var elements: [Element] { page?.everything ?? [] }

  /// Sends all changes to the viewers.
  @discardableResult
  mutating func flush() throws -> ChangeSet { try take(tree.flushAll()) }

  /// Sends the pushed changes that are due.
  @discardableResult
  mutating func push(at now: Duration) throws -> ChangeSet { try take(tree.flushPushed(at: now)) }

  private mutating func take(_ changes: ChangeSet?) throws -> ChangeSet {
    guard let changes else { return ChangeSet() }
    snapshot = snapshot.applying(changes)
    document = try JSONPatch.apply(JSONDialect.patch(changes), to: document)
    try page?.apply(dialect.patch(changes))
    return changes
  }

  /// Sends all changes to the viewers and returns the compact patch.
  mutating func patch() throws -> String { String(decoding: dialect.patch(try flush()), as: UTF8.self) }

  /// How a viewer differs from a new one; nil if it does not. While changes wait, the tree is ahead of both.
  mutating func fault() throws -> String? {
    let now = tree.snapshot()
    if !tree.hasChanges, let place = now.difference(from: freshSnapshot(tree.root)) {
      return "what is listed is not the tree, at \(place)"
    }
    if snapshot != now { return "the patched snapshot is not the new one" }
    let fresh = JSONDialect.document(now)
    if document != fresh && !(document ~~ fresh) { return "the patched document is not the new one" }
    return tree.violations().first
  }

  /// How the patched DOM differs from a new viewer's; nil if it does not, or if there is none.
  mutating func faultInDOM() throws -> String? {
    guard let page, let latePage else { return nil }
    let now = tree.snapshot()
    let markup = Viewed.page(now, html, dialect.regions)
    let loaded = try loadedPages[markup] ?? Viewed.parse(markup)?.canonical ?? ""
    loadedPages[markup] = loaded
    if page.canonical != loaded { return "the patched DOM is\n\(page.canonical)\nand a new viewer's\n\(loaded)" }
    try latePage.apply(dialect.snapshot(now))
    if latePage.canonical == loaded { return nil }
    return "the DOM of a returning viewer is\n\(latePage.canonical)\nand a new viewer's\n\(loaded)"
  }

  private static func page(_ root: NodeSnapshot, _ html: HTMLDialect, _ regions: [String]) -> [UInt8] {
    regions.isEmpty
      ? html.list(root) : Array("<main>".utf8) + regions.flatMap { html.region($0, of: root) } + Array("</main>".utf8)
  }

  private static func parse(_ markup: [UInt8]) throws -> Element? {
    try Element.parsing(String(decoding: markup, as: UTF8.self)).elements.first
  }

  /// The snapshot of a tree that was never listed before.
  private mutating func freshSnapshot(_ node: Node) -> NodeSnapshot {
    var children: [NodeSnapshot] = []
    let container = node as? ContainerModel
    for child in container?.wanted ?? [] { children.append(freshSnapshot(child)) }
    var cell: CellSnapshot?
    if let rendered = node as? any ContentNode & RenderedNode {
      let content = rendered.anyContent
      let key = AnyHashable(content)
      let classes = rendered.classes(for: rendered.placement)
      let isShared = rendered.rowPlugins.isEmpty && node.element == .item
      cell = isShared ? fresh[key] : nil
      if cell?.classes != classes {
        cell = CellSnapshot(
          type: node.typeName, content: content, html: freshHTML(of: content, at: node), classes: classes,
          element: node.element)
      }
      if isShared { fresh[key] = cell }
    }
    let layout = container?.resolvedLayout
    return NodeSnapshot(
      key: node.key, type: node.typeName, slot: node.slot, element: node.element, cell: cell,
      layout: layout?.classes ?? "", table: layout?.table.map(TableSnapshot.init), children: children)
  }

  private func freshHTML(of content: any Content, at node: Node) -> HTML {
    guard node.column == nil, let table = node.parent?.shownTable,
      let row = try? TableMarkup(of: content, as: node.element, in: table.columns, TemplateLibrary())
    else { return node.addingTools(to: content.html, of: node.rowPlugins) }
    var whole = row
    let name = row.cells.first?.spokenText ?? ""
    if !node.rowPlugins.isEmpty { whole.append(node.tools(of: node.rowPlugins, beside: row.html, named: name)) }
    return whole.html
  }
}

extension NodeSnapshot {
  /// The first node that differs, with what is different; nil if none does.
  fileprivate func difference(from other: NodeSnapshot, at address: String = "") -> String? {
    if self == other { return nil }
    if children.map(\.key) != other.children.map(\.key) { return "\"\(address)\": its children" }
    for (mine, theirs) in zip(children, other.children) {
      if let found = mine.difference(from: theirs, at: "\(address)/\(mine.key)") { return found }
    }
    if element != other.element { return "\"\(address)\": \(element) instead of \(other.element)" }
    if classes != other.classes { return "\"\(address)\": \(classes) instead of \(other.classes)" }
    let markup = cell?.html != other.cell?.html
    return
      "\"\(address)\": \(markup ? "\(cell?.html.source ?? "") instead of \(other.cell?.html.source ?? "")" : "fields")"
  }
}

/// A cell with any content.
private protocol ContentNode {
  var anyContent: any Content { get }
}

extension CellModel: ContentNode {
  fileprivate var anyContent: any Content { content }
}

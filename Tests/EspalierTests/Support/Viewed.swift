import EspalierTestSupport

@testable import Espalier

/// A live tree, and next to it what viewers have who only ever receive patches: as a value, as JSON and as a DOM.
struct Viewed {
  let tree: Tree
  private(set) var snapshot: NodeSnapshot
  private(set) var document: JSON
  private let page: Element?
  /// The page of one who was away for long and is brought up to date by snapshots alone.
  private let latePage: Element?
  private let html = HTMLDialect(events: "/events")
  private let dialect: DOMDialect
  /// What a newcomer's DOM is, by markup.
  private var newcomers: [[UInt8]: String] = [:]
  /// Markup without tools is a pure function of content: each is rendered once.
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

  /// The elements of the patched page, in the order of the document.
  var elements: [Element] { page?.everything ?? [] }

  /// Sends what changed to the viewers.
  @discardableResult
  mutating func flush() throws -> ChangeSet { try take(tree.flushAll()) }

  /// Sends what is due of what was pushed.
  @discardableResult
  mutating func push(at now: Duration) throws -> ChangeSet { try take(tree.flushPushed(at: now)) }

  private mutating func take(_ changes: ChangeSet?) throws -> ChangeSet {
    guard let changes else { return ChangeSet() }
    snapshot = snapshot.applying(changes)
    document = try JSONPatch.apply(JSONDialect.patch(changes), to: document)
    try page?.apply(dialect.patch(changes))
    return changes
  }

  /// Sends what changed to the viewers, and says what the compact patch was.
  mutating func patch() throws -> String { String(decoding: dialect.patch(try flush()), as: UTF8.self) }

  /// How a viewer differs from a newcomer; nil where none does. While changes wait, the tree is ahead of both.
  mutating func fault() throws -> String? {
    let now = tree.snapshot()
    if !tree.hasChanges && now != freshSnapshot(tree.root) { return "what is listed is not the tree" }
    if snapshot != now { return "the patched snapshot is not the new one" }
    let fresh = JSONDialect.document(now)
    if document != fresh && !(document ~~ fresh) { return "the patched document is not the new one" }
    return tree.violations().first
  }

  /// How the patched DOM differs from the one that a newcomer gets; nil where it does not, or there is none.
  mutating func faultInDOM() throws -> String? {
    guard let page, let latePage else { return nil }
    let now = tree.snapshot()
    let markup = Viewed.page(now, html, dialect.regions)
    let newcomer = try newcomers[markup] ?? Viewed.parse(markup)?.canonical ?? ""
    newcomers[markup] = newcomer
    if page.canonical != newcomer { return "the patched DOM is\n\(page.canonical)\nand a newcomer's\n\(newcomer)" }
    try latePage.apply(dialect.snapshot(now))
    if latePage.canonical == newcomer { return nil }
    return "the DOM of one who was away is\n\(latePage.canonical)\nand a newcomer's\n\(newcomer)"
  }

  private static func page(_ root: NodeSnapshot, _ html: HTMLDialect, _ regions: [String]) -> [UInt8] {
    regions.isEmpty
      ? html.list(root) : Array("<main>".utf8) + regions.flatMap { html.region($0, of: root) } + Array("</main>".utf8)
  }

  private static func parse(_ markup: [UInt8]) throws -> Element? {
    try Element.parsing(String(decoding: markup, as: UTF8.self)).elements.first
  }

  /// The tree as it would be listed by one who knows nothing of what was listed before.
  private mutating func freshSnapshot(_ node: Node) -> NodeSnapshot {
    var children: [NodeSnapshot] = []
    let container = node as? ContainerModel
    for child in container?.nodes ?? [] where !child.isHidden { children.append(freshSnapshot(child)) }
    var cell: CellSnapshot?
    if let rendered = node as? any ContentNode & RenderedNode {
      let content = rendered.anyContent
      let key = AnyHashable(content)
      let classes = rendered.classes(for: rendered.placement)
      cell = rendered.rowPlugins.isEmpty ? fresh[key] : nil
      if cell?.classes != classes {
        cell = CellSnapshot(
          type: node.typeName, content: content, html: node.addingTools(to: content.html), classes: classes)
      }
      if rendered.rowPlugins.isEmpty { fresh[key] = cell }
    }
    return NodeSnapshot(
      key: node.key, type: node.typeName, slot: node.slot, cell: cell, layout: container?.resolvedLayout.classes ?? "",
      children: children)
  }
}

/// A cell, whatever its content.
private protocol ContentNode {
  var anyContent: any Content { get }
}

extension CellModel: ContentNode {
  fileprivate var anyContent: any Content { content }
}

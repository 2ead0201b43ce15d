/// Turns contents into markup, by their own code or by their template, and reports those that it cannot render.
final class Renderer: TreeFeature {
  @safe @exclusivity(unchecked) var templates = TemplateLibrary()
  /// Comes before the paths in the markup that viewers get.
  @safe @exclusivity(unchecked) var prefix = URLPrefix.none
  /// What the trees of a site share.
  @safe @exclusivity(unchecked) var memory = RenderMemory()
  @safe @exclusivity(unchecked) private var names: [ObjectIdentifier: String] = [:]
  @safe @exclusivity(unchecked) private var checkedShapes = RecentShapes()

  /// Returns the name of a node's type on the wire.
  func name(of type: Any.Type) -> String {
    if let name = names[ObjectIdentifier(type)] { return name }
    let name = memory.name(of: type)
    names[ObjectIdentifier(type)] = name
    return name
  }

  /// Returns the markup of a cell, with the tools of its row's plugins. If it cannot be rendered, the markup is empty and
  /// the reason is reported.
  func html<C: Content>(of content: C, at node: Node, in frame: CellFrame, hasTools: Bool = true) -> HTML {
    let plugins = hasTools ? frame.plugins : []
    if let table = frame.table { return html(of: content, at: node, in: table, with: plugins) }
    var html: HTML
    do {
      html = try content.html(from: templates)
    } catch {
      return fail("\(error)", node)
    }
    html = node.addingTools(to: html, of: plugins)
    if let fault = html.fault { return fail(fault, node) }
    let shape = ShapeMark(C.self, html)
    if isUnchecked(shape), !reportsFault(in: [html], node) { memory.noteSound(shape) }
    return html
  }

  /// Returns the markup of a row of a table: its cells, with the tools in the last one.
  private func html<C: Content>(
    of content: C, at node: Node, in table: Table, with plugins: [Plugin]
  ) -> HTML {
    var row: TableMarkup
    do {
      row = try TableMarkup(of: content, as: node.element, in: table.columns, templates)
    } catch {
      return fail("\(error)", node)
    }
    if !plugins.isEmpty {
      row.append(node.tools(of: plugins, beside: row.html, named: row.cells.first?.spokenText ?? ""))
    }
    let html = row.html.namingCommands(in: content)
    if let fault = html.fault { return fail(fault, node) }
    let shape = ShapeMark(C.self, html)
    if isUnchecked(shape) {
      if let fault = row.fault { node.tree?.report(.table(fault, address: node.parent?.address ?? "")) }
      if !reportsFault(in: row.cells, node), row.fault == nil { memory.noteSound(shape) }
    }
    return html
  }

  /// Whether a shape is new in this tree, and no tree of the site has found it right.
  private func isUnchecked(_ shape: ShapeMark) -> Bool { checkedShapes.insert(shape) && !memory.isSound(shape) }

  /// Reports the first fault in the markup of a cell. Returns whether there is one.
  private func reportsFault(in parts: [HTML], _ node: Node) -> Bool {
    guard let fault = parts.lazy.compactMap({ $0.fault(ofCellAt: node.address) }).first else { return false }
    node.tree?.report(fault)
    return true
  }

  private func fail(_ reason: String, _ node: Node) -> HTML {
    node.tree?.report(.render(reason, address: node.address))
    return HTML()
  }
}

extension Tree {
  var renderer: Renderer { feature(Renderer.self) }

  /// Replaces the templates. Every cell is rendered again.
  func use(_ templates: TemplateLibrary) {
    renderer.templates = templates
    root.setNeedsRender()
  }
}

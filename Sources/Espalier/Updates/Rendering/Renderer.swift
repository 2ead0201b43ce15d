/// Turns contents into markup, by their own code or by their template, and reports those that it cannot render.
final class Renderer: TreeFeature {
  var templates = TemplateLibrary()
  private var names: [ObjectIdentifier: String] = [:]
  private var checkedShapes = RecentShapes()

  /// Returns the name of a node's type on the wire. It is computed once for each type.
  func name(of type: Any.Type) -> String {
    if let name = names[ObjectIdentifier(type)] { return name }
    let name = bareName(of: type)
    names[ObjectIdentifier(type)] = name
    return name
  }

  /// Returns the markup of a cell, with the tools of its row's plugins. If it cannot be rendered, the markup is empty and
  /// the reason is reported.
  func html<C: Content>(of content: C, at node: Node, with plugins: [any Plugin]) -> HTML {
    var html: HTML
    do {
      html = try content.html(from: templates)
    } catch {
      return fail("\(error)", node)
    }
    html = node.addingTools(to: html, of: plugins)
    if let fault = html.fault { return fail(fault, node) }
    if checkedShapes.insert(ShapeMark(C.self, html)) {
      html.fault(ofCellAt: node.address).map { node.tree?.report($0) }
    }
    return html
  }

  private func fail(_ reason: String, _ node: Node) -> HTML {
    node.tree?.report(.render(reason, address: node.address))
    return HTML()
  }
}

extension Tree {
  var renderer: Renderer { feature(Renderer.self) }

  /// Replaces the templates. Every cell is rendered again.
  package func use(_ templates: TemplateLibrary) {
    renderer.templates = templates
    root.setNeedsRender()
  }
}

/// Turns contents into markup, by their own code or by their template, and says which could not be.
final class Renderer {
  var templates: TemplateLibrary
  private var diagnostics: [Diagnostic] = []

  init(templates: TemplateLibrary) { self.templates = templates }

  func takeDiagnostics() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }

  /// The markup of a cell. One that cannot be rendered is empty and reported.
  func html<C: Content>(of content: C, at node: Node) -> HTML {
    let html: HTML
    if let content = content as? any TemplateContent {
      do {
        html = try templates.html(of: content)
      } catch {
        return fail("\(error)", node)
      }
    } else {
      html = content.html
    }
    if let fault = html.fault { return fail(fault, node) }
    return html
  }

  private func fail(_ reason: String, _ node: Node) -> HTML {
    diagnostics.append(.render(reason, address: node.address))
    return HTML()
  }
}

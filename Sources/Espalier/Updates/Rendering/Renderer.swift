/// Turns contents into markup, by their own code or by their template, and says which could not be.
final class Renderer: TreeFeature {
  var templates = TemplateLibrary()
  private var names: [ObjectIdentifier: String] = [:]
  /// The shapes of which the end tags were looked at, and the last of them, as rows of one type often come together.
  private var shapes: Set<ShapeMark> = []
  private var lastShape: ShapeMark?
  private static let mostShapes = 64

  /// The name of a node's type on the wire, found out once for each type.
  func name(of type: Any.Type) -> String {
    if let name = names[ObjectIdentifier(type)] { return name }
    let name = bareName(of: type)
    names[ObjectIdentifier(type)] = name
    return name
  }

  /// The markup of a cell, with its row's tools or without. One that cannot be rendered is empty and reported.
  func html<C: Content>(of content: C, at node: Node, hasTools: Bool = true) -> HTML {
    var html: HTML
    do {
      html = try content.html(from: templates)
    } catch {
      return fail("\(error)", node)
    }
    if hasTools { html = node.addingTools(to: html) }
    if let fault = html.fault { return fail(fault, node) }
    checkEndTags(of: html, ShapeMark(C.self, html), at: node)
    return html
  }

  private func checkEndTags(of html: HTML, _ shape: ShapeMark, at node: Node) {
    if shape == lastShape { return }
    lastShape = shape
    guard shapes.count < Self.mostShapes, shapes.insert(shape).inserted else { return }
    if let fault = EndTags(of: html).fault { node.tree?.report(.endTags(fault, address: node.address)) }
  }

  private func fail(_ reason: String, _ node: Node) -> HTML {
    node.tree?.report(.render(reason, address: node.address))
    return HTML()
  }
}

extension Tree {
  var renderer: Renderer { feature(Renderer.self) }

  /// Takes up changed templates: every cell is rendered again.
  public func use(_ templates: TemplateLibrary) {
    renderer.templates = templates
    root.setNeedsRender()
  }
}

/// What the markup of a type's cells is told apart by, cheaply: how long its static pieces are, and how many slots it has.
private struct ShapeMark: Hashable {
  private let type: ObjectIdentifier
  private let length: Int
  private let slots: Int

  init(_ type: Any.Type, _ html: HTML) {
    self.type = ObjectIdentifier(type)
    length = html.slots.reduce(html.bytes.count) { $0 - Int($1.end - $1.start) }
    slots = html.slots.count
  }
}

/// Change sets as the browser's compact operations: a JSON array of arrays, applied in order.
///
/// | operation | meaning |
/// | --- | --- |
/// | `["=", address, locator, value, …, transition?]` | set text nodes and attributes of a cell |
/// | `["<", address, html, transition?, transition?]` | replace the content of a cell or a container (transitions of the new content, of the old content) |
/// | `["+", container, html, before?, transition?]` | insert an element: a row before the child with that key, a header or a footer |
/// | `["-", address, transition?]` | remove an element |
/// | `[">", address, before?, transition?]` | move an element inside its list |
/// | `["^", address, newAddress, before?, transition?]` | move an element to another list |
/// | `["!", html, region?]` | make the whole list, or a region of the page, look like this |
/// | `["@", address, "scroll", alignment, "smooth"?]` | scroll to an element, once |
/// | `["@", address, "scroll", alignment, "smooth" or "instant", pixels]` | the same, to a distance from the edge |
/// | `["@", address, "focus"]` | give an element the focus, once |
/// | `["@", "", "title", title]` | set the title of the page |
/// | `["@", "", "language", tag, direction]` | set the language of the page, and `ltr` or `rtl` |
/// | `["@", "", "notice", text]` | show a short text, once |
/// | `["@", "", "navigate", url]` | lead to another page of the site, once |
/// | `["@", "", "dialog", html]` | show a dialog, once |
/// | `["@", "", "dismiss", id]` | remove the dialog with this element id |
/// | `["@", "", "report", name]` | send the event `~report` with this name as its data when the animations that run have ended |
///
/// A transition is a style, then optionally the milliseconds, then optionally the curve: `fade`, `fade 300 ease-out`,
/// `automatic 1000`, `left linear`. A fully automatic transition is omitted.
package final class DOMDialect {
  private let html: HTMLDialect
  /// The children of the root that have their own places in the page; empty if the page shows the whole list in one
  /// place.
  package let regions: [String]
  /// Enough for every kind of cell in its variants. The limit is for trusted markup that differs from row to row.
  private static let mostShapes = 512
  private var shapes: [[UInt8]: Shape?] = [:]

  /// A dialect that writes elements as `html` does, for a page in one piece or with regions.
  package init(html: HTMLDialect, regions: [String] = []) {
    self.html = html.naming(0)
    self.regions = regions
  }

  /// The operations of a change set.
  package func patch(_ changes: ChangeSet) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for operation in changes.shortened(by: size).confined(to: regions) { append(operation, to: &bytes) }
    if let title = changes.title { append(title: title, to: &bytes) }
    if let language = changes.language { append(language, to: &bytes) }
    for effect in changes.effects { append(effect, to: &bytes) }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// The operations that make any older list look like this tree. `title` and `language` are the page's, if they may
  /// differ from those of the older list.
  package func snapshot(_ root: NodeSnapshot, title: String? = nil, language: Language? = nil) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    append(snapshot: root, to: &bytes)
    if let title { append(title: title, to: &bytes) }
    if let language { append(language, to: &bytes) }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  private func append(snapshot root: NodeSnapshot, to bytes: inout [UInt8]) {
    // The snapshot operation comes first, because a client recognises a snapshot by it.
    if regions.isEmpty {
      append(.snapshot, text(html.content(root, at: "")), to: &bytes)
      append(.set, "", "@class", html.classes(of: root), to: &bytes)
    }
    for region in regions {
      let node = root.children.first { $0.key == region } ?? NodeSnapshot(key: region, type: "")
      append(.snapshot, text(html.content(node, at: region)), region, to: &bytes)
      append(.set, region, "@class", html.classes(of: node), to: &bytes)
    }
  }

  /// The number of bytes of an operation in a patch, including the comma after it.
  private func size(_ operation: ChangeSet.Operation) -> Int {
    var bytes: [UInt8] = []
    append(operation, to: &bytes)
    return bytes.isEmpty ? 0 : bytes.count + 1
  }

  private func append(_ operation: ChangeSet.Operation, to bytes: inout [UInt8]) {
    switch operation {
    case .insert(let node, let place, let transition):
      append(.insert, place.container, element(node, in: place.container), place.before, transition.word, to: &bytes)
    case .remove(let key, let place, let transition):
      append(.remove, place.address(of: key), transition.word, to: &bytes)
    case .move(let key, _, let place, _, let transition):
      append(.move, place.address(of: key), place.before, transition.word, to: &bytes)
    case .relocate(let key, let from, let newKey, let to, _, let transition):
      append(.relocate, from.address(of: key), to.address(of: newKey), to.before, transition.word, to: &bytes)
    case .update(let key, let place, let old, let new, let transition):
      append(update: place.address(of: key), old, new, transition, to: &bytes)
    case .relayout(let node, let place):
      guard let table = node.table else {
        return append(.set, place.container, "@class", html.classes(of: node), to: &bytes)
      }
      append(.set, place.container, "@class", html.classes(of: node), "0.0:0", table.caption, to: &bytes)
    case .replace(let node, let place, let exchange):
      let delete = exchange.delete == exchange.insert ? nil : exchange.delete.words
      let inside = text(html.content(node, at: place.container))
      append(.replace, place.container, inside, exchange.insert.word, delete, to: &bytes)
    }
  }

  private func append(title: String, to bytes: inout [UInt8]) { append(.effect, "", "title", title, to: &bytes) }

  private func append(_ language: Language, to bytes: inout [UInt8]) {
    append(.effect, "", "language", language.tag, language.direction.rawValue, to: &bytes)
  }

  private func append(_ effect: Effect, to bytes: inout [UInt8]) {
    switch effect {
    case .scroll(let address, let alignment, 0, let isSmooth):
      append(.effect, address, "scroll", alignment.rawValue, isSmooth ? "smooth" : nil, to: &bytes)
    case .scroll(let address, let alignment, let offset, let isSmooth):
      append(
        .effect, address, "scroll", alignment.rawValue, isSmooth ? "smooth" : "instant", "\(offset)", to: &bytes)
    case .focus(let address): append(.effect, address, "focus", to: &bytes)
    case .message(let address, let name, let value):
      append(.effect, address, "message", name, String(decoding: value.bytes, as: UTF8.self), to: &bytes)
    case .report(let name): append(.effect, "", "report", name, to: &bytes)
    case .notice(let text): append(.effect, "", "notice", text, to: &bytes)
    case .navigate(let url): append(.effect, "", "navigate", html.prefix.added(to: url), to: &bytes)
    case .dialog(let dialog): append(.effect, "", "dialog", text(html.dialog(dialog)), to: &bytes)
    case .dismiss(let id, _): append(.effect, "", "dismiss", WireName.dialog(id), to: &bytes)
    }
  }

  private func append(
    update address: String, _ old: CellSnapshot, _ new: CellSnapshot, _ transition: Animations.Transition,
    to bytes: inout [UInt8]
  ) {
    if old.classes != new.classes {
      let classes = html.classes(of: NodeSnapshot(key: "", type: new.type, cell: new))
      append(.set, address, "@class", classes, transition.word, to: &bytes)
    }
    guard new.html.hasShape(of: old.html), let shape = shape(of: new),
      let values = shape.values(of: new.html.changedSlots(from: old.html), in: new.html)
    else {
      return append(.replace, address, text(html.markup(new, at: address)), transition.word, to: &bytes)
    }
    // A field changed that the cell does not show.
    if values.isEmpty { return }
    begin(.set, address, to: &bytes)
    for (locator, value) in values {
      bytes.append(",")
      bytes.append(jsonString: locator)
      bytes.append(",")
      if let value { bytes.append(jsonString: value) } else { bytes.append("null") }
    }
    if let word = transition.word {
      bytes.append(",")
      bytes.append(jsonString: word)
    }
    bytes.append("]")
  }

  private func shape(of cell: CellSnapshot) -> Shape? {
    let statics = cell.html.statics
    if let known = shapes[statics] { return known }
    let shape = Shape(of: cell.html, in: cell.element.tag)
    if shapes.count >= DOMDialect.mostShapes { shapes = [:] }
    shapes[statics] = .some(shape)
    return shape
  }

  private func element(_ node: NodeSnapshot, in container: String) -> String {
    text(html.element(node, after: container.isEmpty ? "" : container + "/"))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func begin(_ operation: WireName.Operation, _ first: String, to bytes: inout [UInt8]) {
    if bytes.count > 1 { bytes.append(",") }
    bytes.append("[\"\(operation.rawValue)\",")
    bytes.append(jsonString: first)
  }

  /// Appends one operation with its arguments. A nil argument is null, or is omitted if no other follows.
  private func append(_ operation: WireName.Operation, _ first: String, _ rest: String?..., to bytes: inout [UInt8]) {
    begin(operation, first, to: &bytes)
    for word in rest[..<(rest.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0)] {
      bytes.append(",")
      if let word { bytes.append(jsonString: word) } else { bytes.append("null") }
    }
    bytes.append("]")
  }
}

extension Animations.Transition {
  /// The transition at the end of an operation; nil if it is fully automatic.
  fileprivate var word: String? { self == .init() ? nil : words }

  fileprivate var words: String {
    ([style.rawValue] + [milliseconds?.description, curve?.word].compactMap(\.self)).joined(separator: " ")
  }
}

@testable import Espalier

/// The parts of a browser that the laws need: elements, a strict parser and the operations of a patch.
final class Element {
  enum Child {
    case text(String)
    case element(Element)
    case comment
  }

  let name: String
  var attributes: [(name: String, value: String)] = []
  var children: [Child] = []
  private(set) weak var parent: Element?

  init(name: String) { self.name = name }

  var elements: [Element] { children.compactMap { if case .element(let element) = $0 { element } else { nil } } }

  subscript(name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      let index = attributes.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append((name, value))
      case (nil, nil): break
      }
    }
  }

  func append(_ child: Child) {
    if case .element(let element) = child { element.parent = self }
    children.append(child)
  }

  func insert(_ child: Element, before sibling: Element?) {
    child.parent = self
    precondition(sibling == nil || sibling?.parent === self, "the sibling is elsewhere")
    children.insert(.element(child), at: sibling.flatMap(index) ?? children.count)
  }

  func removeFromParent() {
    if let parent, let index = parent.index(of: self) { parent.children.remove(at: index) }
    parent = nil
  }

  private func index(of child: Element) -> Int? {
    children.firstIndex { if case .element(let element) = $0 { element === child } else { false } }
  }

  /// The first element in document order with this id, like `getElementById`.
  func first(id: String) -> Element? {
    if self["id"] == id { return self }
    for element in elements { if let found = element.first(id: id) { return found } }
    return nil
  }

  var everything: [Element] { [self] + elements.flatMap(\.everything) }

  /// A text that is equal for equal documents: sorts attributes, joins neighbouring texts and leaves out empty ones.
  var canonical: String {
    var inside = ""
    for child in children {
      switch child {
      case .text(let text): inside += text.debugDescription.dropFirst().dropLast()
      case .element(let element): inside += element.canonical
      case .comment: inside += "<!>"
      }
    }
    let sorted = attributes.sorted { $0.name < $1.name }.map { " \($0.name)=\($0.value.debugDescription)" }.joined()
    return "<\(name)\(sorted)>\(inside)</\(name)>"
  }
}

struct DOMFailure: Error { let reason: String }

// MARK: Parsing

extension Element {
  /// Parses well-formed markup as a browser does: normalises line ends, decodes references, and drops a line feed
  /// directly after `<pre>`, `<textarea>` and `<listing>` (WHATWG HTML 13.2.3.5 and 13.2.6.4.7).
  static func parsing(_ markup: String) throws -> Element {
    var parser = MiniParser(markup)
    return try parser.parse()
  }
}

private struct MiniParser {
  let bytes: [UInt8]
  var position = 0

  init(_ markup: String) {
    var normal: [UInt8] = []
    for byte in markup.utf8 {
      if byte == 0x0A, normal.last == 0x0D { continue }
      if byte != 0 { normal.append(byte) }
    }
    bytes = normal.map { $0 == 0x0D ? 0x0A : $0 }
  }

  mutating func parse() throws -> Element {
    let root = Element(name: "")
    var open = [root]
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        var text = try text(until: UInt8(ascii: "<"))
        let element = open[open.count - 1]
        if ["pre", "textarea", "listing"].contains(element.name), element.children.isEmpty, text.hasPrefix("\n") {
          text.removeFirst()
        }
        if !text.isEmpty { element.append(.text(text)) }
      } else if bytes[position...].starts(with: "<!--".utf8) {
        while !bytes[position...].starts(with: "-->".utf8) { position += 1 }
        position += 3
        open[open.count - 1].append(.comment)
      } else if bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        let name = takeName()
        guard open.count > 1, open[open.count - 1].name == name, take(">") else {
          throw DOMFailure(reason: "</\(name)>")
        }
        open.removeLast()
      } else {
        try openTag(&open)
      }
    }
    guard open.count == 1 else { throw DOMFailure(reason: "<\(open[open.count - 1].name)> is open") }
    return root
  }

  private mutating func openTag(_ open: inout [Element]) throws {
    position += 1
    let element = Element(name: takeName())
    guard !element.name.isEmpty else { throw DOMFailure(reason: "a tag without a name") }
    open[open.count - 1].append(.element(element))
    while true {
      while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
      if take("/") {
        guard take(">") else { throw DOMFailure(reason: "a stray /") }
        return
      }
      if take(">") {
        if !MarkupRules.void.contains(element.name) { open.append(element) }
        return
      }
      let name = takeName()
      guard !name.isEmpty, element[name] == nil else { throw DOMFailure(reason: "the attribute \"\(name)\"") }
      guard take("=") else {
        element[name] = ""
        continue
      }
      guard take("\"") else { throw DOMFailure(reason: "\(name) is not quoted") }
      element[name] = try text(until: UInt8(ascii: "\""))
      position += 1
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func takeName() -> String {
    let start = position
    while position < bytes.count, !bytes[position].isHTMLSpace, !"/>=\"<".utf8.contains(bytes[position]) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func text(until end: UInt8) throws -> String {
    let start = position
    while position < bytes.count, bytes[position] != end { position += 1 }
    return try decode(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private func decode(_ text: String) throws -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let pieces = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(pieces[0])
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let known = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#13": "\r", "nbsp": "\u{A0}", "copy": "©",
        "hellip": "…",
      ]
      guard parts.count == 2, let character = known[parts[0]] else { throw DOMFailure(reason: "&\(piece)") }
      result += character + parts[1]
    }
    return result
  }
}

// MARK: Operations

extension Element {
  /// Applies a patch as the browser's client does (`Public/espalier/copy/apply-patch.js`). `self` is the element of the whole
  /// list, or the parent of all regions.
  func apply(_ patch: [UInt8]) throws {
    guard case .array(let operations) = try JSON(parsing: patch) else { throw DOMFailure(reason: "no array") }
    for operation in operations {
      guard case .array(let words) = operation, let verb = words.first?.text else {
        throw DOMFailure(reason: "no words")
      }
      try apply(verb, words.dropFirst().map(\.text))
    }
  }

  private func apply(_ verb: String, _ words: [String?]) throws {
    func word(_ index: Int) -> String? { index < words.count ? words[index] : nil }
    guard let address = word(0) else { throw DOMFailure(reason: "\(verb) of nothing") }
    switch verb {
    case "=":
      // If the number of words is odd, the last word is the transition.
      for index in stride(from: 1, to: words.count - 1, by: 2) {
        guard let locator = words[index] else { throw DOMFailure(reason: "no locator") }
        try find(address).write(locator, words[index + 1])
      }
    case "<": try find(address).replaceChildren(word(1))
    case "!": try find(word(1) ?? "").replaceChildren(address)
    case "+":
      let nodes = try Element.parsing(word(1) ?? "").elements
      guard nodes.count == 1 else { throw DOMFailure(reason: "inserts \(nodes.count) elements") }
      switch nodes[0].name {
      case "header", "thead": try list(address).parent?.insert(nodes[0], before: list(address))
      case "footer", "tfoot": try list(address).parent?.insert(nodes[0], before: nil)
      default: try list(address).insert(nodes[0], before: sibling(word(2), in: address))
      }
    case "-": try find(address).removeFromParent()
    case ">":
      let row = try find(address)
      let before = try sibling(word(1), in: parentAddress(address))
      guard let list = row.parent else { throw DOMFailure(reason: "\(address) has no list") }
      row.removeFromParent()
      list.insert(row, before: before)
    case "^":
      let row = try find(address)
      let to = word(1) ?? ""
      let list = try list(parentAddress(to))
      let before = try sibling(word(2), in: parentAddress(to))
      row.removeFromParent()
      list.insert(row, before: before)
      row.rename(from: address, to: to)
    default: throw DOMFailure(reason: "unknown operation \(verb)")
    }
  }

  private func replaceChildren(_ markup: String?) throws {
    children = []
    for child in try Element.parsing(markup ?? "").children { append(child) }
  }

  private func find(_ address: String) throws -> Element {
    guard let element = first(id: address.isEmpty ? WireName.root : address) else {
      throw DOMFailure(reason: "no node \(address)")
    }
    return element
  }

  private func list(_ address: String) throws -> Element {
    let container = try find(address)
    if container.name == "tr" { return container }
    let lists = container.elements.flatMap { $0.name == "table" ? $0.elements : [$0] }
    guard let list = lists.first(where: { $0.name == "ul" || $0.name == "tbody" }) else {
      throw DOMFailure(reason: "\(address) has no list")
    }
    return list
  }

  private func parentAddress(_ address: String) -> String {
    address.split(separator: "/").dropLast().joined(separator: "/")
  }

  private func sibling(_ key: String?, in parent: String) throws -> Element? {
    try key.map { try find(parent.isEmpty ? $0 : "\(parent)/\($0)") }
  }

  /// `0.2@class` is an attribute. `0.2:1` is the text after the first element.
  func write(_ locator: String, _ value: String?) throws {
    guard let mark = locator.firstIndex(where: { $0 == "@" || $0 == ":" }) else { throw DOMFailure(reason: locator) }
    var element = self
    for step in locator[..<mark].split(separator: ".").compactMap({ Int($0) }) {
      guard element.elements.indices.contains(step) else { throw DOMFailure(reason: "nothing at \(locator)") }
      element = element.elements[step]
    }
    let rest = String(locator[locator.index(after: mark)...])
    if locator[mark] == "@" { return element[rest] = value }
    guard let count = Int(rest), count <= element.elements.count, let value else { throw DOMFailure(reason: locator) }
    element.setText(value, behind: count)
  }

  private func setText(_ value: String, behind count: Int) {
    var (index, seen) = (0, 0)
    while seen < count {
      if case .element = children[index] { seen += 1 }
      index += 1
    }
    while index < children.count, case .text = children[index] { children.remove(at: index) }
    if !value.isEmpty { children.insert(.text(value), at: index) }
  }

  private func rename(from: String, to: String) {
    func renamed(_ address: String) -> String {
      address == from || address.hasPrefix(from + "/") ? to + address.dropFirst(from.count) : address
    }
    for element in everything {
      if let id = element["id"] { element["id"] = renamed(id) }
      for name in ["action", "formaction"] {
        guard let url = element[name], let start = url.range(of: "node=") else { continue }
        let end = url[start...].firstIndex(of: "&") ?? url.endIndex
        element[name] = url[..<start] + renamed(String(url[start..<end])) + url[end...]
      }
    }
  }
}

extension String {
  /// The index after the first occurrence of a text.
  fileprivate func range(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count) }
  }
}

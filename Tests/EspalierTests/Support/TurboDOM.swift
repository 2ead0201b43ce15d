@testable import Espalier

extension Element {
  /// Applies Turbo Streams as Turbo 7 does. `self` contains the whole page.
  func applyTurbo(_ streams: [UInt8]) throws {
    for stream in try Element.parsing(String(decoding: streams, as: UTF8.self)).elements {
      guard stream.name == "turbo-stream", let action = stream["action"] else {
        throw DOMFailure(reason: "<\(stream.name)> is no stream")
      }
      let content = stream.elements.first?.children ?? []
      for target in targets(of: stream) { try target.take(action, content) }
    }
  }

  /// Ignores a missing target.
  private func targets(of stream: Element) -> [Element] {
    if let id = stream["target"] { return first(id: id).map { [$0] } ?? [] }
    // The only selectors that the server writes: a path of names inside an element.
    let parts = (stream["targets"] ?? "").dropFirst("[id='".count).split(separator: "'] > ").map(String.init)
    guard parts.count == 2, let container = first(id: parts[0]) else { return [] }
    return parts[1].split(separator: " > ").reduce([container]) { found, name in
      found.flatMap(\.elements).filter { $0.name == name }
    }
  }

  private func take(_ action: String, _ content: [Child]) throws {
    let elements = content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    switch action {
    case "remove": removeFromParent()
    case "update":
      children = []
      content.forEach(append)
    case "replace":
      for element in elements { parent?.insert(element, before: self) }
      removeFromParent()
    case "before": for element in elements { parent?.insert(element, before: self) }
    case "after": for element in elements { parent?.insert(element, before: nil) }
    case "append", "prepend":
      let ids = elements.compactMap { $0["id"] }
      for old in self.elements where ids.contains(old["id"] ?? "") { old.removeFromParent() }
      let first = action == "prepend" ? self.elements.first : nil
      for element in elements { insert(element, before: first) }
    default: throw DOMFailure(reason: "unknown action \(action)")
    }
  }
}

/// Change sets as the browser's compact operations: a JSON array of arrays, applied in order.
///
/// | operation | meaning |
/// | --- | --- |
/// | `["=", address, locator, value, …]` | set text nodes and attributes of a cell |
/// | `["<", address, html]` | replace what is inside a cell |
/// | `["+", container, html, before?]` | insert an element, before the child with that key |
/// | `["-", address]` | remove an element |
/// | `[">", address, before?]` | move an element inside its list |
/// | `["^", address, newAddress, before?]` | move an element to another list |
/// | `["!", html]` | make the whole list look like this |
public final class DOMDialect {
  private let html: HTMLDialect
  /// Enough for every kind of cell in its variants; trusted markup that differs from row to row must not add up.
  private static let mostShapes = 512
  private var shapes: [[UInt8]: Shape?] = [:]

  /// A dialect that writes elements as `html` does.
  public init(html: HTMLDialect) { self.html = html }

  /// The operations of a change set.
  public func patch(_ changes: ChangeSet) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for operation in changes.operations { append(operation, to: &bytes) }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// The one operation that makes any older list look like this tree.
  public func snapshot(_ root: NodeSnapshot) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    append(.snapshot, String(decoding: html.content(root), as: UTF8.self), to: &bytes)
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  private func append(_ operation: ChangeSet.Operation, to bytes: inout [UInt8]) {
    switch operation {
    case .insert(let node, let place):
      append(.insert, place.container, element(node, in: place.container), place.before, to: &bytes)
    case .remove(let key, let place): append(.remove, place.address(of: key), to: &bytes)
    case .move(let key, _, let place): append(.move, place.address(of: key), place.before, to: &bytes)
    case .relocate(let key, let from, let newKey, let to, _):
      append(.relocate, from.address(of: key), to.address(of: newKey), to.before, to: &bytes)
    case .update(let key, let place, let old, let new):
      append(update: place.address(of: key), old, new, to: &bytes)
    }
  }

  private func append(update address: String, _ old: CellSnapshot, _ new: CellSnapshot, to bytes: inout [UInt8]) {
    guard new.html.hasShape(of: old.html), let shape = shape(of: new.html),
      let values = shape.values(of: new.html.changedSlots(from: old.html), in: new.html)
    else {
      var inside: [UInt8] = []
      html.append(new, at: address, to: &inside)
      return append(.replace, address, String(decoding: inside, as: UTF8.self), to: &bytes)
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
    bytes.append("]")
  }

  private func shape(of html: HTML) -> Shape? {
    let statics = html.statics
    if let known = shapes[statics] { return known }
    let shape = Shape(of: html)
    if shapes.count >= DOMDialect.mostShapes { shapes = [:] }
    shapes[statics] = .some(shape)
    return shape
  }

  private func element(_ node: NodeSnapshot, in container: String) -> String {
    var bytes: [UInt8] = []
    html.append(node, after: container.isEmpty ? "" : container + "/", to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func begin(_ operation: WireName.Operation, _ first: String, to bytes: inout [UInt8]) {
    if bytes.count > 1 { bytes.append(",") }
    bytes.append("[\"\(operation.rawValue)\",")
    bytes.append(jsonString: first)
  }

  /// One operation with its words; a word that is nil is left out.
  private func append(_ operation: WireName.Operation, _ first: String, _ rest: String?..., to bytes: inout [UInt8]) {
    begin(operation, first, to: &bytes)
    for word in rest {
      guard let word else { continue }
      bytes.append(",")
      bytes.append(jsonString: word)
    }
    bytes.append("]")
  }
}

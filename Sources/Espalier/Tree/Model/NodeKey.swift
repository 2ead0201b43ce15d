/// Keys name a node among its siblings: in URLs, in element ids and on the wire.
///
/// A key consists of the unreserved characters of RFC 3986 except `~`. Any other byte is written as `~XX`, so an
/// address needs no further escaping in HTML, in a query or in a fragment.
enum NodeKey {
  static func encode(_ id: String) -> String {
    if !id.isEmpty, id.utf8.allSatisfy({ $0.isUnreserved && $0 != UInt8(ascii: "~") }) { return id }
    var bytes: [UInt8] = []
    for byte in id.utf8 {
      if byte.isUnreserved && byte != UInt8(ascii: "~") {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "~"))
        bytes.append(hex: byte)
      }
    }
    return bytes.isEmpty ? "~" : String(decoding: bytes, as: UTF8.self)
  }

  /// The key of a node that has no id: its type's name, without `Model`, beginning in lower case.
  static func base(of typeName: String) -> String {
    let name = typeName.hasSuffix("Model") && typeName.count > 5 ? String(typeName.dropLast(5)) : typeName
    return encode(name.prefix(1).lowercased() + name.dropFirst())
  }
}

/// The type's own name, without its module, its outer types and its generic arguments.
package func bareName(of type: Any.Type) -> String {
  // Interpolated, because `String(describing:)` first looks for conformances of the type, which costs forty times as much.
  let name = "\(type)".utf8.prefix { $0 != UInt8(ascii: "<") }
  return name.split(separator: UInt8(ascii: ".")).last.flatMap(String.init) ?? "Node"
}

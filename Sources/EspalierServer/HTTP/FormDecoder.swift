/// `application/x-www-form-urlencoded` (WHATWG URL, 5.1), stricter than a browser: what does not decode is refused.
extension FormFields {
  /// Decodes a query or a form body; throws `badForm` naming the field that does not decode.
  public init(decoding bytes: some Collection<UInt8>) throws(HTTPError) {
    var pairs: [Pair] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let name = try Self.decode(part[..<(equals ?? part.endIndex)], field: nil)
      let value = try equals.map { (index) throws(HTTPError) in
        try Self.decode(part[part.index(after: index)...], field: name)
      }
      pairs.append(Pair(name: name, value: value ?? ""))
    }
    self.init(pairs)
  }

  private static func decode(_ text: some Collection<UInt8>, field: String?) throws(HTTPError) -> String {
    do { return try percentDecoded(text, plusIsSpace: true) } catch {
      let shown = field ?? String(decoding: text, as: UTF8.self)
      let reason =
        switch error {
        case .badEscape: "has a % without two hexadecimal digits"
        case .nul: "holds a NUL"
        case .notUTF8: "is not UTF-8"
        }
      throw HTTPError(.badForm, "A form field \(reason).", field: shown, underlying: error)
    }
  }
}

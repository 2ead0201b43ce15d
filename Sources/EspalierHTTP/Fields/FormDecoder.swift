import EspalierText

/// `application/x-www-form-urlencoded` (WHATWG URL, 5.1), stricter than a browser: what does not decode is refused.
extension FormFields {
  /// The most pairs that a query or a form may have.
  static let mostPairs = 1024

  /// Decodes a query or a form body; throws `badForm` naming the field that does not decode, or for too many fields.
  package init(decoding bytes: some Collection<UInt8>) throws(HTTPError) {
    var pairs: [Pair] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < Self.mostPairs else {
        throw HTTPError(.badForm, "A form may have \(Self.mostPairs) fields at most.")
      }
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
      let shown = (field ?? String(decoding: text, as: UTF8.self)).shown
      let part = field == nil ? "name of the form field" : "form field"
      throw HTTPError(.badForm, "The \(part) \"\(shown)\" \(error.reason).", field: shown, underlying: error)
    }
  }
}

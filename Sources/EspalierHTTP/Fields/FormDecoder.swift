import EspalierText

/// `application/x-www-form-urlencoded` (WHATWG URL, 5.1). Stricter than a browser: it throws if something does not
/// decode.
extension FormFields {
  /// The maximum number of pairs in a query or a form.
  static let mostPairs = 1024

  /// Decodes a query or a form body. Throws `badForm` for too many fields, or for a field that does not decode, which
  /// the error names. `tooMany` is the kind of error for too many fields.
  package init(decoding bytes: some Collection<UInt8>, tooMany: HTTPError.Code = .badForm) throws(HTTPError) {
    var pairs: [Pair] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < Self.mostPairs else {
        throw HTTPError(tooMany, "A form or a query may have at most \(Self.mostPairs) fields.")
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

  /// The same fields with line feeds as line ends.
  var withLineFeeds: FormFields {
    guard pairs.contains(where: { $0.name.hasCarriageReturn || $0.value.hasCarriageReturn }) else { return self }
    return FormFields(pairs.map { Pair(name: $0.name.withLineFeeds, value: $0.value.withLineFeeds) })
  }

  private static func decode(_ text: some Collection<UInt8>, field: String?) throws(HTTPError) -> String {
    do { return try percentDecoded(text, plusIsSpace: true) } catch {
      let shown = (field ?? String(decoding: text, as: UTF8.self)).shown
      let part = field == nil ? "name of the form field" : "form field"
      throw HTTPError(.badForm, "The \(part) \"\(shown)\" \(error.reason).", field: shown, underlying: error)
    }
  }
}

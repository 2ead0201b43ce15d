/// The cookies of a request, in order: of one name, that with the most specific path comes first. Parsing is lenient
/// (RFC 6265, 5.4): it ignores parts that are not pairs.
extension FormFields {
  /// Reads every `Cookie` field.
  package init(cookiesOf headers: Headers) {
    self.init(
      headers.values(of: .cookie).flatMap { field in
        field.split(separator: ";").compactMap { part in
          part.pair().flatMap { name, value in
            name.isEmpty ? nil : Pair(name: String(name), value: value.unquoted)
          }
        }
      })
  }
}

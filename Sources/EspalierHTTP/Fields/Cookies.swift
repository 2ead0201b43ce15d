/// The cookies of a request, in order. Parsing is lenient (RFC 6265, 5.4): it ignores parts that are not pairs.
public struct Cookies: Sendable, Equatable {
  /// Names and values in the order sent.
  package let pairs: [FormFields.Pair]

  /// Reads every `Cookie` field.
  package init(_ headers: Headers) {
    pairs = headers.values(of: .cookie).flatMap { field in
      field.split(separator: ";").compactMap { part in
        part.pair().flatMap { name, value in
          name.isEmpty ? nil : FormFields.Pair(name: String(name), value: value.unquoted)
        }
      }
    }
  }

  /// The first value of a name: the one with the most specific path comes first.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}

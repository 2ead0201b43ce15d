/// The pairs of a query, a form or the cookies, in order. A name may occur more than once.
public struct FormFields: Sendable, Equatable {
  /// One name and its value, decoded.
  package struct Pair: Sendable, Equatable {
    /// The field's name; may be empty.
    package let name: String
    /// The field's value; may be empty.
    package let value: String

    /// Pairs a name with a value.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Every pair in order.
  package let pairs: [Pair]

  /// Makes fields from pairs.
  package init(_ pairs: [Pair] = []) { self.pairs = pairs }

  /// The first value of a name.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Every value of a name, in order.
  public func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}

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

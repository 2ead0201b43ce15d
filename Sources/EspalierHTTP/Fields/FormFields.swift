/// The pairs of a query or a form, in order; a name may come more than once.
public struct FormFields: Sendable, Equatable {
  /// One name and its value, decoded.
  public struct Pair: Sendable, Equatable {
    /// The field's name; may be empty.
    public let name: String
    /// The field's value; may be empty.
    public let value: String

    /// Pairs a name with a value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Every pair in order.
  public let pairs: [Pair]

  /// The pairs given.
  public init(_ pairs: [Pair] = []) { self.pairs = pairs }

  /// The first value of a name.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Every value of a name, in order.
  public func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}

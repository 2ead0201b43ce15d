/// A value of a column or a parameter, in one of five types.
///
/// Two values are equal if their types and their bytes are equal: `"é"` in two spellings is two values, as it is for
/// a database.
public enum SQLValue: Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension SQLValue: Hashable {
  /// Whether a database would store the same value.
  public static func == (one: SQLValue, other: SQLValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other || one.isNaN && other.isNaN
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.blob(let one), .blob(let other)): one == other
    default: false
    }
  }

  /// Hashes the type and the bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .text(let text):
      for byte in text.utf8 { hasher.combine(byte) }
      hasher.combine(0xFF as UInt8)
    case .blob(let bytes): hasher.combine(bytes)
    }
  }
}

extension SQLValue: CustomStringConvertible {
  /// The value as SQLite writes it, for example `'O''Neil'`, `x'00ff'` or `9e999` for infinity.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): number.isNaN ? "NULL" : number.isInfinite ? number < 0 ? "-9e999" : "9e999" : "\(number)"
    case .text(let text): "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    case .blob(let bytes): "x'\(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"
    }
  }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}

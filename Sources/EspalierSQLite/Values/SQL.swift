/// One statement and the values of its parameters. A value that is interpolated becomes a parameter and never a part of
/// the text, so that it cannot change what the statement does.
///
/// ```swift
/// let name = "O'Neil"
/// let statement: SQL = "INSERT INTO person (last, age) VALUES (\(name), \(41))"  // … VALUES (?, ?)
/// ```
public struct SQL: Hashable, Sendable {
  /// The text, with a parameter for each value.
  package let text: String
  /// The values, in the order of the parameters.
  package let values: [SQLValue]
  /// Why a value cannot be a parameter.
  let problem: String?

  /// A statement whose text has its parameters already, as `?` or by name.
  public init(_ text: String, _ values: [SQLValue] = []) { self.init(text, values, problem: nil) }

  private init(_ text: String, _ values: [SQLValue], problem: String?) {
    (self.text, self.values, self.problem) = (text, values, problem)
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// A statement without parameters.
  public init(stringLiteral value: String) { self.init(value) }

  /// A statement whose parameters are the interpolated values.
  public init(stringInterpolation parts: Parts) {
    self.init(parts.text, parts.values, problem: parts.problem)
  }

  /// The text and the values of an interpolation.
  public struct Parts: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [SQLValue] = []
    fileprivate var problem: String?

    /// An empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a parameter with a value.
    public mutating func appendInterpolation(_ value: SQLValue) {
      text += "?"
      values.append(value)
    }

    /// Adds a parameter: a number, a text, a Bool, a Date (as seconds since 1970), bytes, or nil for NULL. A type that
    /// encodes itself as one of these is stored as that one. With another type the statement fails when it runs.
    public mutating func appendInterpolation(_ value: (some Encodable)?) {
      do {
        appendInterpolation(try SQLValue(encoding: value))
      } catch {
        appendInterpolation(SQLValue.null)
        problem = problem ?? "parameter \(values.count): \(error)"
      }
    }
  }
}

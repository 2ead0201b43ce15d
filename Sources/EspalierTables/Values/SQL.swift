/// One statement and the values of its parameters. A value that is interpolated becomes a parameter and never a part of
/// the text, so that it cannot change what the statement does.
///
/// ```swift
/// let name = "O'Neil"
/// let statement: SQL = "INSERT INTO person (last, age) VALUES (\(name), \(41))"
/// ```
public struct SQL: Hashable, Sendable {
  private enum Piece: Hashable {
    case text(String)
    case value(SQLValue)
  }

  private var pieces: [Piece] = []
  /// The values of the parameters that a text names itself. They come first.
  private var ownValues: [SQLValue] = []
  /// Why a value cannot be a parameter.
  private(set) var problem: String?

  private init() {}

  /// A statement whose text has its parameters already: in SQLite as `?` or by name, in PostgreSQL as `$1`, `$2` and so on.
  public init(_ text: String, _ values: [SQLValue] = []) { (pieces, ownValues) = ([.text(text)], values) }
}

extension SQL {
  /// The values, in the order of the parameters.
  package var values: [SQLValue] {
    ownValues
      + pieces.compactMap { piece in
        if case .value(let value) = piece { value } else { nil }
      }
  }

  /// Whether the text names its parameters itself.
  package var hasOwnParameters: Bool { !ownValues.isEmpty }

  /// The text with `?` for each value, as SQLite reads it and as errors show it.
  package var text: String { text { _ in "?" } }

  /// The text with a parameter for each value. `parameter` writes the one with a number, from 1.
  package func text(_ parameter: (Int) -> String) -> String {
    var (text, number) = ("", ownValues.count)
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value:
        number += 1
        text += parameter(number)
      }
    }
    return text
  }

  /// The statement without semicolons and spaces at its end.
  package var withoutSemicolon: SQL {
    var sql = self
    while case .text(var text)? = sql.pieces.last {
      while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
      sql.pieces.removeLast()
      if text.isEmpty { continue }
      sql.pieces.append(.text(text))
      break
    }
    return sql
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// A statement without parameters.
  public init(stringLiteral value: String) { self.init(value) }

  /// A statement whose parameters are the interpolated values.
  public init(stringInterpolation parts: Parts) { self = parts.sql }

  /// The text and the values of an interpolation.
  public struct Parts: StringInterpolationProtocol {
    fileprivate var sql = SQL()

    /// An empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the text.
    public mutating func appendLiteral(_ literal: String) { sql.pieces.append(.text(literal)) }

    /// Adds a parameter with a value.
    public mutating func appendInterpolation(_ value: SQLValue) { sql.pieces.append(.value(value)) }

    /// Adds a parameter: a number, a text, a Bool, a Date (as seconds since 1970), bytes, or nil for NULL. A type that
    /// encodes itself as one of these is stored as that one. With another type the statement fails when it runs.
    public mutating func appendInterpolation(_ value: (some Encodable)?) {
      do {
        appendInterpolation(try SQLValue(encoding: value))
      } catch {
        appendInterpolation(SQLValue.null)
        sql.problem = sql.problem ?? "parameter \(sql.values.count): \(error)"
      }
    }

    /// Adds a part of the text that the library has written.
    package mutating func appendInterpolation(text: String) { appendLiteral(text) }

    /// Adds a statement. Only one of the statements in a text may have parameters of its own.
    package mutating func appendInterpolation(sql other: SQL) {
      sql.pieces += other.pieces
      sql.ownValues += other.ownValues
      sql.problem = sql.problem ?? other.problem
    }
  }
}

extension SQL {
  /// Statements or parts of them, one after the other.
  package static func joined(_ parts: [SQL], by separator: String) -> SQL {
    var all = Parts(literalCapacity: 0, interpolationCount: 0)
    for (index, part) in parts.enumerated() {
      if index > 0 { all.appendLiteral(separator) }
      all.appendInterpolation(sql: part)
    }
    return SQL(stringInterpolation: all)
  }
}

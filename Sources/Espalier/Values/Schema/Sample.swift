/// The values from which a type is tried to be decoded.
enum Samples {
  /// Texts for types that do not accept every text.
  private static let texts: [JSON] = [
    "text", "1", "2000-01-01", "2000-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000", "", "true",
  ]

  /// The samples for a single value: what a form offers comes first, what it contains now comes last.
  static func of(_ value: SingleValue, fields: FieldValues, limits: DataLimits) -> [JSON] {
    let own: [JSON] =
      switch value {
      case .boolean: [true, false]
      case .string: texts
      case .number: [1, .double(0.5), 0, -1]
      case .integer: [1, 0, 2, 10, 100, -1]
      }
    return fields.choices.compactMap(value.read) + limits.samples + own + fields.texts.compactMap(value.read)
  }
}

/// The kinds of single values that a type can read.
enum SingleValue: Equatable {
  case boolean, string, number
  case integer(least: Int64?, most: Int64?)

  /// The kind of a type of integers. Names the bounds if the type has at most 32 bits.
  static func integer<I: FixedWidthInteger>(_ type: I.Type) -> SingleValue {
    I.bitWidth <= 32
      ? .integer(least: Int64(I.min), most: Int64(I.max)) : .integer(least: I.isSigned ? nil : 0, most: nil)
  }

  /// The value that a form's text stands for; nil if it stands for none.
  func read(_ text: String) -> JSON? {
    switch self {
    case .string: .string(text)
    case .boolean: ["true": true, "on": true, "false": false, "": false][text]
    case .integer: Int64(text).map { .int($0) }
    case .number: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    }
  }

  /// The members of its schema.
  var schema: [(String, JSON)] {
    switch self {
    case .boolean: [("type", "boolean")]
    case .string: [("type", "string")]
    case .number: [("type", "number")]
    case .integer(let least, let most):
      [("type", "integer")] + (least.map { [("minimum", .int($0))] } ?? [])
        + (most.map { [("maximum", .int($0))] } ?? [])
    }
  }
}

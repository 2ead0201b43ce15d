/// A value from which a type is tried to be decoded.
struct Sample {
  let json: JSON
  /// The format in JSON Schema that a type has which accepts this text and none of the samples before it.
  var format: String?

  /// Texts for types that do not accept every text.
  private static let texts = [
    Sample(json: "text"), Sample(json: "1"), Sample(json: "2000-01-01", format: "date"),
    Sample(json: "2000-01-01T00:00:00Z", format: "date-time"),
    Sample(json: "00000000-0000-0000-0000-000000000000", format: "uuid"), Sample(json: ""), Sample(json: "true"),
  ]

  /// The samples for a single value: what a form offers comes first, what it contains now comes last.
  static func samples(of value: SingleValue, fields: FieldValues, limits: DataLimits) -> [Sample] {
    let own: [Sample] =
      switch value {
      case .boolean: [Sample(json: true), Sample(json: false)]
      case .string: texts
      case .number: [Sample(json: 1), Sample(json: .double(0.5)), Sample(json: 0), Sample(json: -1)]
      case .integer: [1, 0, 2, 10, 100, -1].map { Sample(json: .int($0)) }
      }
    func read(_ texts: [String]) -> [Sample] { texts.compactMap { value.read($0).map { Sample(json: $0) } } }
    return read(fields.choices) + limits.samples.map { Sample(json: $0) } + own + read(fields.texts)
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

  /// The members of its schema, except the format.
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

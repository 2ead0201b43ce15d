/// The JSON form of an event's data or of a URL's parameters: a JSON Schema, and a value that is accepted.
///
/// Both are found by decoding the type from sample values: the data that a button sends, what a form offers, and invented
/// ones. The schema says only what the type showed. If it accepted no sample of a member, it may read more members after
/// that one, and the schema says so in its `$comment`. Cost: some microseconds for each place in the data.
package struct DataShape: Sendable {
  /// The kind of JSON value as one word of JSON Schema: `string`, `integer`, `number`, `boolean`, `array`, `object`;
  /// `null` if there is no data; `any` if the type does not say.
  package let type: String
  /// The JSON Schema (draft 2020-12).
  package let schema: JSON
  /// A value that is accepted; nil if none of the samples is.
  package let example: JSON?
  /// The members of an object in the order in which the type reads them.
  package let members: [Member]

  /// A member of an object.
  package struct Member: Sendable {
    package let name: String
    package let schema: JSON
    package let isRequired: Bool
  }

  /// No data.
  static let none = DataShape(type: "null", schema: ["type": "null"], example: .null, members: [])

  private init(type: String, schema: JSON, example: JSON?, members: [Member]) {
    (self.type, self.schema, self.example, self.members) = (type, schema, example, members)
  }

  /// The shape of the parameters that a URL's type reads. A flag and a list may be missing, as in a form. `names` are
  /// the parameters of the path, `example` is a value of the type.
  package init(
    ofParameters type: any (Codable & Sendable).Type, names: [String] = [], example: (any Encodable)? = nil
  ) {
    let fields = Dictionary(names.map { ($0, FieldValues()) }) { first, _ in first }
    self.init(of: type, fields: fields, given: example.flatMap { try? JSON(encoding: $0) }, limits: DataLimits()) { _ in
      true
    }
  }

  /// The shape of a type. `fields` are the values that a form offers, `given` is data that the type accepts; `accepts`
  /// says whether the server accepts an example.
  init(
    of type: any Decodable.Type, fields: [String: FieldValues], given: JSON? = nil, limits: DataLimits,
    accepts: (JSON) -> Bool
  ) {
    let root = ShapePlace(fields: fields, limits: limits, given: given)
    let reader = ShapeReader()
    var example: JSON?
    while example == nil, (try? reader.decode(type, at: root)) != nil {
      if accepts(root.example) { example = root.example } else if !root.advance() { break }
    }
    root.add(unread: fields.keys.sorted())
    self.example = given ?? example
    let own = root.schema
    schema =
      if case .object(let object) = own, !limits.members.isEmpty {
        .object(JSONObject(object.members.map { ($0.name, $0.value) } + limits.members))
      } else {
        own
      }
    self.type = root.word
    members = root.members.map { Member(name: $0.name, schema: $0.schema, isRequired: $0.isNeededInForm) }
  }
}

/// The values that a form offers for one field.
struct FieldValues: Sendable, Hashable {
  /// The values to choose from: of options, radio buttons, checkboxes and hidden fields.
  var choices: [String] = []
  /// The texts that fields contain now.
  var texts: [String] = []
}

/// What data must meet beyond its type, as far as a JSON Schema can say it.
struct DataLimits: Sendable {
  /// Members for the schema.
  var members: [(String, JSON)] = []
  /// Values that meet the condition.
  var samples: [JSON] = []

  /// The limits of a range. An infinite or very large bound is left out, because not every reader of JSON can store it.
  static func range<Bound: Encodable>(from lower: Bound, to upper: Bound) -> DataLimits? {
    guard let low = try? JSON(encoding: lower), let high = try? JSON(encoding: upper), low.isNumber, high.isNumber
    else { return nil }
    let bounds = [("minimum", low), ("maximum", high)].filter { $0.1.isExactInJavaScript }
    return DataLimits(members: bounds, samples: [low, high])
  }
}

extension JSON {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .double: true
    default: false
    }
  }

  /// Whether a reader that stores numbers as `Double` gets the same number.
  fileprivate var isExactInJavaScript: Bool {
    switch self {
    case .int(let number): number.magnitude <= 1 << 53
    case .double(let number): number.isFinite
    default: false
    }
  }
}

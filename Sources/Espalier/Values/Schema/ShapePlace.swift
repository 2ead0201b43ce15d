/// One place in the data of a type: how the type reads it, and the sample that it gets.
///
/// A class, because the containers of a `Decoder` share it.
final class ShapePlace {
  /// How the type reads the place.
  enum Kind: Equatable {
    /// Not at all.
    case unread
    case value(SingleValue)
    /// One of some values.
    case choice([JSON])
    case object, list
    /// An object with any names.
    case map
  }

  let name: String
  private(set) var kind = Kind.unread
  /// Whether the data may lack the place, or have null there.
  var isOptional = false
  /// Whether the data has a file there.
  var isFile = false
  /// Whether the place stays nil or empty, because the type contains itself.
  private(set) var isCut = false
  /// How many elements the type reads from a list.
  var length = 1
  private(set) var members: [ShapePlace] = []
  private(set) lazy var element = ShapePlace("", in: self, own)
  private weak var parent: ShapePlace?
  /// The values that a form offers for the members.
  private let fields: [String: FieldValues]
  /// The values that a form offers for the place itself.
  private let own: FieldValues
  private let limits: DataLimits
  private var samples: [Sample] = []
  private var index = 0

  /// The place of the whole data. A form has a single value in its field `data`.
  init(fields: [String: FieldValues], limits: DataLimits) {
    (name, self.fields, self.limits) = ("", fields, limits)
    own = fields["data"] ?? FieldValues()
  }

  private init(_ name: String, in parent: ShapePlace, _ own: FieldValues) {
    (self.name, self.parent, self.own) = (name, parent, own)
    (fields, limits) = ([:], DataLimits())
  }

  /// The place of a member. Makes it if the type reads it for the first time.
  func member(_ name: String) -> ShapePlace {
    if let member = members.first(where: { $0.name == name }) { return member }
    let member = ShapePlace(name, in: self, fields[name] ?? FieldValues())
    members.append(member)
    return member
  }

  func become(_ kind: Kind) {
    if self.kind == kind { return }
    (self.kind, index) = (kind, 0)
    samples =
      switch kind {
      case .value(let value): Sample.samples(of: value, fields: own, limits: limits)
      case .choice(let values): Self.samples(of: values, own)
      case .unread, .object, .list, .map: []
      }
  }

  private static func samples(of values: [JSON], _ own: FieldValues) -> [Sample] {
    let offered = values.filter { own.choices.contains($0.formText) }
    return (offered + values).map { Sample(json: $0) }
  }

  /// The sample that the type gets at this place.
  var sample: JSON { samples.indices.contains(index) ? samples[index].json : .null }

  /// Takes the next sample. Returns false, and takes the first again, if there is none.
  func advance() -> Bool {
    index = index + 1 < samples.count ? index + 1 : 0
    return index > 0
  }

  /// Makes the innermost place around this one nil or empty that can be. Returns false if none can.
  func cut() -> Bool {
    if (isOptional || kind == .list) && !isCut {
      isCut = true
      return true
    }
    return parent?.cut() ?? false
  }
}

extension ShapePlace {
  /// A form has no field for an unchecked box or for an empty list.
  var mayBeMissingInForm: Bool { kind == .list || kind == .value(.boolean) }

  /// Data that has the sample at each place that it needs or that the form has.
  var example: JSON {
    switch kind {
    case .value, .choice: return isCut ? .null : sample
    case .unread: return .null
    case .map: return .object(JSONObject())
    case .list: return .array(Array(repeating: element.example, count: isCut ? 0 : length))
    case .object:
      if isCut { return .null }
      let needed = members.filter { !$0.isOptional || $0.own != FieldValues() }
      return .object(JSONObject(needed.map { ($0.name, $0.example) }))
    }
  }

  /// The kind in one word.
  var word: String {
    switch schema["type"] {
    case .string(let word): word
    case .array(let words): words.first?.text ?? "any"
    default: "any"
    }
  }

  /// The JSON Schema.
  var schema: JSON {
    var schema = JSONObject(ownSchema)
    guard isOptional, let type = schema["type"] else { return .object(schema) }
    schema["type"] = [type, "null"]
    if case .array(let values) = schema["enum"] { schema["enum"] = .array(values + [.null]) }
    return .object(schema)
  }

  private var ownSchema: [(String, JSON)] {
    switch kind {
    case .value(let value):
      let format = samples.indices.contains(index) ? samples[index].format : nil
      // Bytes of any kind, as a form sends them (OpenAPI 3.1, 4.8.14.3).
      let media = isFile ? [("contentMediaType", "application/octet-stream" as JSON)] : []
      return value.schema + (format.map { [("format", .string($0))] } ?? []) + media
    case .choice(let values):
      let isText = values.allSatisfy { $0.text != nil }
      return (isText ? [("type", "string")] : []) + [("enum", .array(values))]
    case .unread: return []
    case .list: return [("type", "array")] + (isCut ? [] : [("items", element.schema)])
    case .map: return [("type", "object"), ("additionalProperties", element.schema)]
    case .object:
      let needed = members.filter { !$0.isOptional }.map { JSON.string($0.name) }
      let properties = JSONObject(members.map { ($0.name, $0.schema) })
      return [("type", "object"), ("properties", .object(properties))]
        + (needed.isEmpty ? [] : [("required", .array(needed))])
    }
  }
}

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
  /// Whether the type accepted no data here, so that it may read more members than are known.
  var isIncomplete = false
  /// Whether the data has a file there.
  private(set) var isFile = false
  /// Whether the place stays nil or empty, because the type contains itself, or accepts no sample.
  private(set) var isCut = false
  /// How many elements the type reads from a list.
  var length = 1
  /// Tell whether the type of an object may read a name.
  var knows: [(String) -> Bool] = []
  private(set) var members: [ShapePlace] = []
  private(set) lazy var element = ShapePlace("", own, given: given?.firstChild)
  /// The values that a form offers for the members.
  private let fields: [String: FieldValues]
  /// The values that a form offers for the place itself.
  private let own: FieldValues
  private let limits: DataLimits
  /// Data that the type accepts.
  private let given: JSON?
  private var samples: [JSON] = []
  private var index = 0
  private var attempts = 0

  /// The place of the whole data. A form has a single value in its field `data`.
  init(fields: [String: FieldValues] = [:], limits: DataLimits = DataLimits(), given: JSON? = nil) {
    (name, self.fields, self.limits, self.given) = ("", fields, limits, given)
    own = fields["data"] ?? FieldValues()
  }

  private init(_ name: String, _ own: FieldValues, given: JSON?) {
    (self.name, self.own, self.given) = (name, own, given)
    (fields, limits) = ([:], DataLimits())
  }

  /// The place of a member. Makes it if the type reads it for the first time.
  func member(_ name: String) -> ShapePlace {
    if let member = members.first(where: { $0.name == name }) { return member }
    let member = ShapePlace(name, fields[name] ?? FieldValues(), given: given?[name])
    members.append(member)
    return member
  }

  /// Adds members of which only the name is known, if the type may read more than it did.
  func add(unread names: [String]) {
    guard kind == .object && isIncomplete else { return }
    for name in names where knows.contains(where: { $0(name) }) && !members.contains(where: { $0.name == name }) {
      member(name).isOptional = true
    }
  }

  func become(_ kind: Kind) {
    if self.kind == kind { return }
    (self.kind, index) = (kind, 0)
    samples = (given.map { [$0] } ?? []) + samples(of: kind)
  }

  private func samples(of kind: Kind) -> [JSON] {
    switch kind {
    case .value(let value): Samples.of(value, fields: own, limits: limits)
    case .choice(let values): values.filter { own.choices.contains($0.formText) } + values
    case .unread, .object, .list, .map: []
    }
  }

  func becomeFile() {
    isFile = true
    become(.value(.string))
  }

  /// The sample that the type gets at this place.
  var sample: JSON { samples.indices.contains(index) ? samples[index] : .null }

  /// Takes the next sample. Returns false if there is none.
  func advance() -> Bool {
    attempts += 1
    // A type that reads a place in several ways may start again and again.
    guard index + 1 < samples.count && attempts < 1000 else { return false }
    index += 1
    return true
  }

  /// Makes the place nil or empty. Returns false if the type does not allow that.
  func cut() -> Bool {
    isCut = isCut || isOptional || kind == .list
    return isCut
  }
}

extension ShapePlace {
  /// Whether a form must have a field for it. There is none for an unchecked box or for an empty list.
  var isNeededInForm: Bool { !isOptional && kind != .list && kind != .value(.boolean) }

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
      // Bytes of any kind, as a form sends them (OpenAPI 3.1, 4.8.14.3).
      let media = isFile ? [("contentMediaType", "application/octet-stream" as JSON)] : []
      return value.schema + media
    case .choice(let values):
      let isText = values.allSatisfy { $0.text != nil }
      return (isText ? [("type", "string")] : []) + [("enum", .array(values))]
    case .unread: return []
    case .list: return [("type", "array")] + (element.kind == .unread ? [] : [("items", element.schema)])
    case .map: return [("type", "object"), ("additionalProperties", element.schema)]
    case .object:
      let needed = members.filter { !$0.isOptional }.map { JSON.string($0.name) }
      let properties = JSONObject(members.map { ($0.name, $0.schema) })
      return [("type", "object"), ("properties", .object(properties))]
        + (needed.isEmpty ? [] : [("required", .array(needed))])
        + (isIncomplete ? [("$comment", "There may be more members.")] : [])
    }
  }
}

extension JSON {
  /// The first element of an array, or the value of the first member of an object.
  fileprivate var firstChild: JSON? {
    switch self {
    case .array(let elements): elements.first
    case .object(let object): object.members.first?.value
    default: nil
    }
  }
}

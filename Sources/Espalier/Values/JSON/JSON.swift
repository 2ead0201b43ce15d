/// A JSON value (RFC 8259). A content's fields, an event's data and a template's context consist of JSON values.
///
/// Objects keep the order in which their members were written, so that output is deterministic.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  /// Trusted markup from a `RawHTML` field; a string in every dialect except HTML.
  case markup(String)
  case array([JSON])
  case object(JSONObject)

  /// The member of an object, or nil.
  public subscript(_ name: String) -> JSON? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element of an array, or nil.
  public subscript(_ index: Int) -> JSON? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The text of a string, or nil.
  public var text: String? {
    switch self {
    case .string(let text), .markup(let text): text
    default: nil
    }
  }

  /// The kind of this value, for error messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int, .double: "a number"
    case .string, .markup: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object, in order. Looking up a name takes linear time.
public struct JSONObject: Hashable, Sendable {
  /// One member: its name and its value.
  package struct Member: Hashable, Sendable {
    /// The member's name.
    package var name: String
    /// The member's value.
    package var value: JSON
  }

  /// The members in order.
  package private(set) var members: [Member]

  /// An object with these members. Of two with the same name, the later one wins.
  public init(_ members: [(String, JSON)] = []) {
    self.members = []
    for (name, value) in members { self[name] = value }
  }

  /// An object whose members are known to have different names.
  init(distinct members: [Member]) { self.members = members }

  /// The value of a member; setting replaces in place or appends, setting nil removes.
  public subscript(_ name: String) -> JSON? {
    get { index(of: name).map { members[$0].value } }
    set {
      let index = index(of: name)
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Whether there is a member with this name.
  func has(_ name: String) -> Bool { index(of: name) != nil }

  private func index(of name: String) -> Int? {
    // `firstIndex` would copy each member.
    for index in members.indices where members[index].name.isSameCode(as: name) { return index }
    return nil
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object.
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}

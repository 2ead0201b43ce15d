/// Header fields in the order in which they were sent. A repeated name keeps every value (RFC 9110, 5.3).
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One line of a header block.
  package struct Field: Sendable, Equatable {
    /// The field's name.
    package let name: HeaderName
    /// The field's value without the whitespace around it.
    package let value: String
    /// Whether it is known that the field may be sent.
    fileprivate(set) var isChecked = false

    /// Pairs a name with a value.
    package init(name: HeaderName, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether it may be sent: its name is a token, and its value contains no CR, LF, NUL or other control character.
    fileprivate var isSafe: Bool { isChecked || name.isToken && value.isFieldValue }

    package static func == (one: Field, other: Field) -> Bool { one.name == other.name && one.value == other.value }
  }

  /// Every field in order.
  package private(set) var fields: [Field]

  /// An empty block.
  package init() { fields = [] }

  /// Takes the fields as they are.
  package init(fields: [Field]) { self.fields = fields }

  /// Takes pairs in order. A name may occur twice.
  public init(dictionaryLiteral elements: (HeaderName, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of a name. Setting it replaces every value of the name; nil removes them.
  public subscript(name: HeaderName) -> String? {
    get {
      let all = fields.span
      for index in all.indices where all[index].name == name { return all[index].value }
      return nil
    }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { append(name, newValue) }
    }
  }

  /// Every value of a name, in order.
  public func values(of name: HeaderName) -> [String] {
    var values: [String] = []
    for field in fields where field.name == name { values.append(field.value) }
    return values
  }

  /// The values of a name joined by commas (RFC 9110, 5.3); nil if the name is absent.
  package func list(of name: HeaderName) -> String? {
    var all: String?
    for field in fields where field.name == name { all = all.map { $0 + ", " + field.value } ?? field.value }
    return all
  }

  /// The media type of `Content-Type`; nil if it is absent or malformed.
  package var contentType: MediaType? {
    guard let text = self[.contentType] else { return nil }
    // Nearly every body is one of these.
    if text.hasSameBytes(as: MediaType.json.description) { return .json }
    if text.hasSameBytes(as: MediaType.form.description) { return .form }
    return MediaType(text)
  }

  /// Whether the name occurs.
  package func contains(_ name: HeaderName) -> Bool {
    let all = fields.span
    for index in all.indices where all[index].name == name { return true }
    return false
  }

  /// Adds a field and keeps the fields of the same name.
  public mutating func append(_ name: HeaderName, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// The first field that must not be sent: its name is not a token, or its value contains CR, LF, NUL or another
  /// control character.
  var firstUnsafeField: Field? { fields.first { !$0.isSafe } }

  /// The same fields, checked now and not each time they are sent, for headers that many responses have.
  package var checked: Headers {
    var copy = self
    for index in fields.indices { copy.fields[index].isChecked = fields[index].isSafe }
    return copy
  }
}

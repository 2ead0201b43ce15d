extension JSON {
  /// The value that an `Encodable` describes: its fields in the order it writes them.
  ///
  /// Throws what the value's own `encode(to:)` throws.
  package init(encoding value: some Encodable) throws { try self.init(encoding: value, levels: nil) }

  /// The same. With `levels`, throws `UnstorableValue` for a whole number that JSON cannot store exactly, and for a
  /// value that has more levels, before it exhausts the stack.
  init(encoding value: some Encodable, levels: Int?) throws {
    self = try Self.member(value, levels: levels) ?? .null
  }

  /// The same for a member of an object; nil if the object leaves it out.
  fileprivate static func member(_ value: some Encodable, levels: Int?) throws -> JSON? {
    switch value {
    case let text as String: return .string(text)
    case let json as JSON: return json
    case let markup as RawHTML: return .markup(markup.source)
    default:
      if let levels, levels < 0 { throw UnstorableValue.tooDeep }
      let place = Place(levels: levels)
      try value.encode(to: Encoding(place: place))
      // A plain nil would be the JSON value null.
      return place.kind == .omitted ? Optional<JSON>.none : place.json
    }
  }
}

extension JSON {
  /// The fields of a value as JSON, and its opaque fields unchanged, by name.
  static func fields(of value: some Encodable) throws -> (values: JSON, opaque: [String: any OpaqueField]) {
    let place = Place(levels: nil)
    place.opaque = [:]
    try value.encode(to: Encoding(place: place))
    return (place.json, place.opaque ?? [:])
  }
}

/// A field without a JSON form, which readers need unchanged, such as a row's command. An object leaves it out.
protocol OpaqueField: Sendable {}

/// An encoder that can leave out the value that it is asked for.
protocol OmittingEncoder: Encoder {
  func omit()
}

/// The value that one encoder builds. A class, because the containers of `Encoder` share it.
private final class Place {
  enum Kind { case single, array, object, omitted }
  /// The number of levels that the value may have from here on; nil if it need not be storable.
  let levels: Int?
  var kind = Kind.single
  var single = JSON.object(JSONObject())
  var elements: [JSON] = []
  @safe @exclusivity(unchecked) var members: [JSONObject.Member] = []
  /// The elements or members that other encoders may still be writing, by index.
  var unfinished: [(index: Int, place: Place)] = []
  /// The opaque members; nil if the caller does not ask for them.
  var opaque: [String: any OpaqueField]?

  init(levels: Int?) { self.levels = levels }

  /// A place for a value inside this one.
  var inner: Place { Place(levels: levels.map { $0 - 1 }) }

  /// The value of a member or an element; nil if an object leaves it out.
  func encode(_ value: some Encodable, at step: @autoclosure () -> String) throws -> JSON? {
    do { return try JSON.member(value, levels: levels.map { $0 - 1 }) } catch let error as UnstorableValue {
      throw error.inside(step())
    }
  }

  func number(_ value: some FixedWidthInteger) throws -> JSON {
    if levels != nil, value > Int64.max { throw UnstorableValue.tooLarge(value) }
    return JSON(value)
  }

  var json: JSON {
    switch kind {
    case .single, .omitted: single
    case .array: .array(finishedElements)
    case .object: .object(JSONObject(distinct: finishedMembers))
    }
  }
}

extension Place {
  private var finishedElements: [JSON] {
    var finished = elements
    for (index, place) in unfinished { finished[index] = place.json }
    return finished
  }

  private var finishedMembers: [JSONObject.Member] {
    var finished = members
    for (index, place) in unfinished { finished[index].value = place.json }
    return finished
  }
}

private struct Encoding: OmittingEncoder, SingleValueEncodingContainer {
  let place: Place
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    place.kind = .object
    return KeyedEncodingContainer(KeyedEncoding(place: place))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.kind = .array
    return UnkeyedEncoding(place: place)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func omit() {
    place.single = .null
    place.kind = .omitted
  }
  func encodeNil() { place.single = .null }
  func encode(_ value: Bool) { place.single = JSON(value) }
  func encode(_ value: String) { place.single = JSON(value) }
  func encode(_ value: Double) { place.single = JSON(value) }
  func encode(_ value: Float) { place.single = JSON(Double(value)) }
  func encode(_ value: Int) { place.single = JSON(value) }
  func encode(_ value: Int8) { place.single = JSON(value) }
  func encode(_ value: Int16) { place.single = JSON(value) }
  func encode(_ value: Int32) { place.single = JSON(value) }
  func encode(_ value: Int64) { place.single = JSON(value) }
  func encode(_ value: UInt) throws { place.single = try place.number(value) }
  func encode(_ value: UInt8) { place.single = JSON(value) }
  func encode(_ value: UInt16) { place.single = JSON(value) }
  func encode(_ value: UInt32) { place.single = JSON(value) }
  func encode(_ value: UInt64) throws { place.single = try place.number(value) }
  func encode<T: Encodable>(_ value: T) throws { place.single = try JSON(encoding: value, levels: place.levels) }
}

extension JSON {
  fileprivate init(_ value: Bool) { self = .bool(value) }
  fileprivate init(_ value: String) { self = .string(value) }
  fileprivate init(_ value: Double) { self = .double(value) }
  /// Numbers that do not fit 64 bits with a sign lose precision, as they do in most readers of JSON.
  fileprivate init(_ value: some FixedWidthInteger) {
    self = Int64(exactly: value).map(JSON.int) ?? .double(Double(value))
  }
}

/// The common types have their own methods, which need no encoder for each field.
private struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place
  var codingPath: [any CodingKey] { [] }

  private func put(_ value: JSON, _ key: Key) {
    let member = JSONObject.Member(name: key.stringValue, value: value)
    place.members.append(member)
  }
  private func open(_ name: String) -> Encoding {
    let inner = place.inner
    place.unfinished.append((place.members.count, inner))
    place.members.append(.init(name: name, value: .null))
    return Encoding(place: inner)
  }
  func encodeNil(forKey key: Key) { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { put(JSON(value), key) }
  func encode(_ value: String, forKey key: Key) { put(JSON(value), key) }
  func encode(_ value: Double, forKey key: Key) { put(JSON(value), key) }
  func encode(_ value: Int, forKey key: Key) { put(JSON(value), key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if place.opaque != nil, let field = value as? any OpaqueField { place.opaque?[key.stringValue] = field }
    if let value = try place.encode(value, at: key.stringValue) { put(value, key) }
  }

  // A nil field is written as null, so that a model always has the same fields. A command never has a field.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { put(value.map { JSON(Double($0)) } ?? .null, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { put(.null, key) }
  }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { put(.null, key) }
  }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { return try encode(value, forKey: key) }
    if !(T.self is any OpaqueField.Type) { put(.null, key) }
  }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { open(key.stringValue).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    open(key.stringValue).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { open("super") }
  func superEncoder(forKey key: Key) -> any Encoder { open(key.stringValue) }
}

private struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let place: Place
  var codingPath: [any CodingKey] { [] }
  var count: Int { place.elements.count }

  private func open() -> Encoding {
    let inner = place.inner
    place.unfinished.append((place.elements.count, inner))
    place.elements.append(.null)
    return Encoding(place: inner)
  }
  func encodeNil() { place.elements.append(.null) }
  func encode<T: Encodable>(_ value: T) throws {
    place.elements.append(try place.encode(value, at: "[\(place.elements.count)]") ?? .null)
  }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { open().container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { open().unkeyedContainer() }
  func superEncoder() -> any Encoder { open() }
}

extension JSON {
  /// The value that an `Encodable` describes: its fields in the order it writes them.
  ///
  /// Throws what the value's own `encode(to:)` throws.
  public init(encoding value: some Encodable) throws {
    switch value {
    case let text as String: self = .string(text)
    case let json as JSON: self = json
    case let markup as RawHTML: self = .markup(markup.source)
    default:
      let place = Place()
      try value.encode(to: Encoding(place: place))
      self = place.json
    }
  }
}

extension JSON {
  /// The fields of a value, and the commands among them by the fields' names, which have no JSON form.
  static func fields(of value: some Encodable) throws -> (values: JSON, commands: [String: any AnyCommand]) {
    let place = Place()
    place.commands = [:]
    try value.encode(to: Encoding(place: place))
    return (place.json, place.commands ?? [:])
  }
}

/// What one encoder fills. A class, because the containers of `Encoder` share it.
private final class Place {
  /// A value that is known, or one that somebody may still be writing.
  enum Entry {
    case json(JSON)
    case place(Place)

    var json: JSON {
      switch self {
      case .json(let json): json
      case .place(let place): place.json
      }
    }
  }

  enum Kind { case single, array, object }
  var kind = Kind.single
  var single = JSON.object(JSONObject())
  var elements: [Entry] = []
  var members: [(name: String, entry: Entry)] = []
  /// The members that are commands, if somebody wants to know.
  var commands: [String: any AnyCommand]?

  var json: JSON {
    switch kind {
    case .single: single
    case .array: .array(elements.map(\.json))
    case .object: .object(JSONObject(distinct: members.map { .init(name: $0.name, value: $0.entry.json) }))
    }
  }
}

private struct Encoding: Encoder, SingleValueEncodingContainer {
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
  func encode(_ value: UInt) { place.single = JSON(value) }
  func encode(_ value: UInt8) { place.single = JSON(value) }
  func encode(_ value: UInt16) { place.single = JSON(value) }
  func encode(_ value: UInt32) { place.single = JSON(value) }
  func encode(_ value: UInt64) { place.single = JSON(value) }
  func encode<T: Encodable>(_ value: T) throws { place.single = try JSON(encoding: value) }
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

/// The common types have methods of their own: they need no encoder for each field.
private struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place
  var codingPath: [any CodingKey] { [] }

  private func put(_ value: JSON, _ key: Key) { place.members.append((key.stringValue, .json(value))) }
  private func open(_ name: String) -> Encoding {
    let inner = Place()
    place.members.append((name, .place(inner)))
    return Encoding(place: inner)
  }
  func encodeNil(forKey key: Key) { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { put(JSON(value), key) }
  func encode(_ value: String, forKey key: Key) { put(JSON(value), key) }
  func encode(_ value: Double, forKey key: Key) { put(JSON(value), key) }
  func encode(_ value: Int, forKey key: Key) { put(JSON(value), key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if place.commands != nil, let command = value as? any AnyCommand { place.commands?[key.stringValue] = command }
    put(try JSON(encoding: value), key)
  }

  // A field that is nil is null, so that a model has the same fields whatever it holds.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { put(value.map { JSON(Double($0)) } ?? .null, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { put(value.map { JSON($0) } ?? .null, key) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { put(.null, key) }
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
    let inner = Place()
    place.elements.append(.place(inner))
    return Encoding(place: inner)
  }
  func encodeNil() { place.elements.append(.json(.null)) }
  func encode<T: Encodable>(_ value: T) throws { place.elements.append(.json(try JSON(encoding: value))) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { open().container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { open().unkeyedContainer() }
  func superEncoder() -> any Encoder { open() }
}

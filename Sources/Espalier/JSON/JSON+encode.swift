extension JSON {
  /// The value that an `Encodable` describes: its fields in the order it writes them.
  ///
  /// Throws what the value's own `encode(to:)` throws.
  public init(encoding value: some Encodable) throws {
    let encoder = Encoding(codingPath: [])
    try encoder.encode(value)
    self = encoder.slot.value
  }
}

/// The place that one encoder fills. A class, because the containers of `Encoder` share it.
private final class Slot {
  enum Contents {
    case value(JSON)
    case array([Slot])
    case object([(String, Slot)])
  }
  var contents = Contents.value(.object(JSONObject()))

  var value: JSON {
    switch contents {
    case .value(let value): value
    case .array(let slots): .array(slots.map(\.value))
    case .object(let members): .object(JSONObject(members.map { ($0.0, $0.1.value) }))
    }
  }

  func element() -> Slot {
    let slot = Slot()
    var slots: [Slot] = if case .array(let slots) = contents { slots } else { [] }
    // Let go of the old array, so that appending does not copy it.
    contents = .array([])
    slots.append(slot)
    contents = .array(slots)
    return slot
  }

  func member(_ name: String) -> Slot {
    let slot = Slot()
    var members: [(String, Slot)] = if case .object(let members) = contents { members } else { [] }
    contents = .object([])
    members.append((name, slot))
    contents = .object(members)
    return slot
  }
}

private struct Encoding: Encoder, SingleValueEncodingContainer {
  var slot = Slot()
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = slot.contents {} else { slot.contents = .object([]) }
    return KeyedEncodingContainer(KeyedEncoding(slot: slot, codingPath: codingPath))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = slot.contents {} else { slot.contents = .array([]) }
    return UnkeyedEncoding(slot: slot, codingPath: codingPath)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func put(_ value: JSON) { slot.contents = .value(value) }
  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.bool(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) { put(.double(value)) }
  func encode(_ value: Float) { put(.double(Double(value))) }
  func encode(_ value: Int) { put(.int(Int64(value))) }
  func encode(_ value: Int8) { put(.int(Int64(value))) }
  func encode(_ value: Int16) { put(.int(Int64(value))) }
  func encode(_ value: Int32) { put(.int(Int64(value))) }
  func encode(_ value: Int64) { put(.int(value)) }
  func encode(_ value: UInt) { encode(UInt64(value)) }
  func encode(_ value: UInt8) { put(.int(Int64(value))) }
  func encode(_ value: UInt16) { put(.int(Int64(value))) }
  func encode(_ value: UInt32) { put(.int(Int64(value))) }
  func encode(_ value: UInt64) { put(Int64(exactly: value).map(JSON.int) ?? .double(Double(value))) }
  func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case let json as JSON: put(json)
    case let markup as RawHTML: put(.markup(markup.source))
    default: try value.encode(to: self)
    }
  }
}

private struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: Slot
  let codingPath: [any CodingKey]

  private func member(_ key: some CodingKey) -> Encoding {
    Encoding(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
  }
  func encodeNil(forKey key: Key) { member(key).encodeNil() }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try member(key).encode(value) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { member(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { Encoding(slot: slot.member("super"), codingPath: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let slot: Slot
  let codingPath: [any CodingKey]
  var count = 0

  private mutating func element() -> Encoding {
    count += 1
    return Encoding(slot: slot.element(), codingPath: codingPath)
  }
  mutating func encodeNil() { element().encodeNil() }
  mutating func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { element().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { element() }
}

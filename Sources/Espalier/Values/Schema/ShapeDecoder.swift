/// Records how a type reads its data, and gives it samples.
struct ShapeDecoder: Decoder, SingleValueDecodingContainer {
  let place: ShapePlace
  let reader: ShapeReader
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    place.become(.object)
    place.knows.append { Key(stringValue: $0) != nil }
    return KeyedDecodingContainer(ShapeMembers(place: place, reader: reader))
  }
  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    place.become(.list)
    return ShapeElements(place: place, reader: reader)
  }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool {
    place.isOptional = true
    return place.isCut
  }
  func decode(_ type: Bool.Type) throws -> Bool { try reader.read(type, .value(.boolean), at: place) }
  func decode(_ type: String.Type) throws -> String { try reader.read(type, .value(.string), at: place) }
  func decode(_ type: Double.Type) throws -> Double { try reader.read(type, .value(.number), at: place) }
  func decode(_ type: Float.Type) throws -> Float { try reader.read(type, .value(.number), at: place) }
  private func whole<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
    try reader.read(type, .value(.integer(type)), at: place)
  }
  func decode(_ type: Int.Type) throws -> Int { try whole(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.decode(type, at: place) }
}

private struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let place: ShapePlace
  let reader: ShapeReader
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  /// A type that asks whether there is a member can do without it.
  func contains(_ key: Key) -> Bool {
    place.member(key.stringValue).isOptional = true
    return true
  }
  func decodeNil(forKey key: Key) -> Bool { decoder(key).decodeNil() }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.decode(type, at: place.member(key.stringValue))
  }
  /// What accepts no sample is left out, so that it hides nothing that the type reads after it.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    place.member(key.stringValue).isOptional = true
    return try? decode(type, forKey: key)
  }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> { decoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { decoder(key).unkeyedContainer() }
  func superDecoder() -> any Decoder { ShapeDecoder(place: place, reader: reader) }
  func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }

  private func decoder(_ key: Key) -> ShapeDecoder {
    ShapeDecoder(place: place.member(key.stringValue), reader: reader)
  }
}

/// One element, or none if the type contains itself.
private struct ShapeElements: UnkeyedDecodingContainer {
  let place: ShapePlace
  let reader: ShapeReader
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { place.isCut ? 0 : 1 }
  var isAtEnd: Bool { currentIndex >= (count ?? 0) }

  private mutating func element() throws -> ShapeDecoder {
    // A type may read several elements without asking how many there are, such as a pair.
    currentIndex += 1
    place.length = max(place.length, currentIndex)
    return ShapeDecoder(place: place.element, reader: reader)
  }
  mutating func decodeNil() throws -> Bool { false }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element().decode(type) }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { try element().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try element().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try element() }
}

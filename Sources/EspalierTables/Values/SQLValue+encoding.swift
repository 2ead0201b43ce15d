extension SQLValue {
  /// The value that stands for a Swift value. Throws if its type encodes itself as several values.
  init<Value: Encodable>(encoding value: Value?) throws {
    switch value {
    case nil: self = .null
    case let value as String: self = .text(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as [UInt8]: self = .blob(value)
    case let value?:
      let encoder = ValueEncoder()
      do { try value.encode(to: encoder) } catch { throw UnusableValue(type: Value.self) }
      switch encoder.value {
      case .real(let seconds) where KnownTypes.isDate(Value.self): self = .real(seconds + KnownTypes.dateOffset)
      case let value?: self = value
      case nil where encoder.isBytes: self = .blob(encoder.bytes)
      case nil: throw UnusableValue(type: Value.self)
      }
    }
  }
}

/// A type is not one of SQL's types.
struct UnusableValue: Error, CustomStringConvertible {
  let type: any Any.Type
  var description: String { "\(type) is neither a number, a text, a Date nor bytes" }
}

/// Takes one value, or bytes, from a type that encodes itself.
private final class ValueEncoder: Encoder {
  var value: SQLValue?
  var bytes: [UInt8] = []
  var isBytes = false
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(NoKeys<Key>())
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isBytes = true
    return Bytes(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  struct Single: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.value = .null }
    func encode(_ value: Bool) { encoder.value = .integer(value ? 1 : 0) }
    func encode(_ value: String) { encoder.value = .text(value) }
    func encode(_ value: Double) { encoder.value = .real(value) }
    func encode(_ value: Float) { encoder.value = .real(Double(value)) }
    func encode(_ value: Int) throws { try whole(value) }
    func encode(_ value: Int8) throws { try whole(value) }
    func encode(_ value: Int16) throws { try whole(value) }
    func encode(_ value: Int32) throws { try whole(value) }
    func encode(_ value: Int64) throws { try whole(value) }
    func encode(_ value: UInt) throws { try whole(value) }
    func encode(_ value: UInt8) throws { try whole(value) }
    func encode(_ value: UInt16) throws { try whole(value) }
    func encode(_ value: UInt32) throws { try whole(value) }
    func encode(_ value: UInt64) throws { try whole(value) }
    func encode<Value: Encodable>(_ value: Value) throws { encoder.value = try SQLValue(encoding: value) }

    private func whole(_ value: some FixedWidthInteger) throws {
      guard let number = Int64(exactly: value) else { throw UnusableValue(type: type(of: value)) }
      encoder.value = .integer(number)
    }
  }

  struct Bytes: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.bytes.count }

    func encodeNil() throws { throw UnusableValue(type: [Never?].self) }

    func encode<Value: Encodable>(_ value: Value) throws {
      guard let byte = value as? UInt8 else { throw UnusableValue(type: [Value].self) }
      encoder.bytes.append(byte)
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(NoKeys<Key>())
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { encoder }
  }

  /// Refuses a type with several values.
  struct NoKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }
    func encodeNil(forKey key: Key) throws { throw UnusableValue(type: Key.self) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw UnusableValue(type: Value.self) }
    func nestedContainer<Other: CodingKey>(
      keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> { KeyedEncodingContainer(NoKeys<Other>()) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Bytes(encoder: ValueEncoder()) }
    func superEncoder() -> any Encoder { ValueEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder() }
  }
}

/// Decodes one column of the current row.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let row: RowDecoder
  let column: Int
  let name: String
  /// Whether the type that is being decoded is Foundation's Date, which takes seconds since 2001.
  var isDate = false
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .blob(let bytes) = row.value(column) else {
      throw DecodingProblem(name, has: row.value(column), needs: [UInt8].self)
    }
    return ByteDecoder(bytes: bytes, name: name)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try Self.refuse(name)
  }

  static func refuse<Result>(_ name: String) throws -> Result {
    throw DecodingProblem("the column \(name) has one value, which does not decode to a type with named properties")
  }

  func decodeNil() -> Bool { row.isNull(column) }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch row.value(column) {
    case .integer(0): return false
    case .integer(1): return true
    case let value: throw DecodingProblem(name, has: value, needs: type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    if let text = row.text(column) { return text }
    throw DecodingProblem(name, has: row.value(column), needs: type)
  }

  func decode(_ type: Double.Type) throws -> Double {
    let offset = isDate ? KnownTypes.dateOffset : 0
    switch row.value(column) {
    case .real(let number): return number - offset
    case .integer(let number): return Double(number) - offset
    case .text(let text):
      if isDate, let seconds = ISODate.seconds(text) { return seconds - offset }
    case .null, .blob: break
    }
    throw DecodingProblem(name, has: row.value(column), needs: isDate ? ISODate.self : type)
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try whole() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try row.decode(type, column, name) }

  private func whole<Number: FixedWidthInteger>() throws -> Number {
    guard case .integer(let value) = row.value(column), let number = Number(exactly: value) else {
      throw DecodingProblem(name, has: row.value(column), needs: Number.self)
    }
    return number
  }
}

/// The bytes of a blob, as Data and arrays of bytes decode them.
private struct ByteDecoder: UnkeyedDecodingContainer {
  let bytes: [UInt8]
  let name: String
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { bytes.count }
  var isAtEnd: Bool { currentIndex == bytes.count }

  init(bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !isAtEnd, let byte = bytes[currentIndex] as? Value else {
      throw DecodingProblem(name, has: .blob(bytes), needs: [Value].self)
    }
    currentIndex += 1
    return byte
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try ColumnDecoder.refuse(name)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try ColumnDecoder.refuse(name) }
  mutating func superDecoder() throws -> any Decoder { try ColumnDecoder.refuse(name) }
}

/// Makes Swift values of the rows of a statement, by the names of the columns. One decoder serves all rows: making one
/// takes as long as decoding half a row.
package final class RowDecoder: Decoder {
  let columns: [String: Int]
  /// Weak, because the reader owns the decoder.
  private weak var reader: (any ColumnReader)?
  private var dates: [ObjectIdentifier: Bool] = [:]
  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A decoder for a statement with these columns. The first of several columns with one name counts.
  package init(_ columns: [String], _ reader: any ColumnReader) {
    self.columns = Dictionary(columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.reader = reader
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Columns<Key>(row: self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingProblem("a row decodes to a type with named properties, or to one value if it has one column")
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard columns.count == 1, let name = columns.keys.first else {
      throw DecodingProblem("a row of several columns does not decode to one value")
    }
    return ColumnDecoder(row: self, column: 0, name: name)
  }

  func column(_ name: String) throws -> Int {
    guard let column = columns[name] else {
      throw DecodingProblem("there is no column \(name)", isMissing: true)
    }
    return column
  }

  func value(_ column: Int) -> SQLValue { reader?.value(column) ?? .null }
  func text(_ column: Int) -> String? { reader?.text(column) }
  func isNull(_ column: Int) -> Bool { reader?.isNull(column) ?? true }

  func isDate(_ type: any Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = dates[id] { return known }
    let isDate = KnownTypes.isDate(type)
    dates[id] = isDate
    return isDate
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ column: Int, _ name: String) throws -> Value {
    // An array would ask for each byte.
    if type == [UInt8].self, case .blob(let bytes) = value(column), let bytes = bytes as? Value { return bytes }
    return try type.init(from: ColumnDecoder(row: self, column: column, name: name, isDate: isDate(type)))
  }
}

/// Why a row does not decode.
struct DecodingProblem: Error, CustomStringConvertible {
  let description: String
  /// Whether a column is missing.
  let isMissing: Bool

  init(_ description: String, isMissing: Bool = false) { (self.description, self.isMissing) = (description, isMissing) }

  init(_ name: String, has value: SQLValue, needs type: any Any.Type) {
    let kind =
      switch value {
      case .null: "NULL"
      case .integer: "an integer"
      case .real: "a real"
      case .text: "a text"
      case .blob: "a blob"
      }
    self.init("the column \(name) has \(kind), which is no \(type)")
  }
}

/// The columns of the current row by name.
private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: RowDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { row.columns.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { row.columns[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { row.isNull(try row.column(key.stringValue)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try at(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try at(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try at(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try at(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try at(key).decode(type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try row.decode(type, try row.column(key.stringValue), key.stringValue)
  }

  private func at(_ key: Key) throws -> ColumnDecoder {
    ColumnDecoder(row: row, column: try row.column(key.stringValue), name: key.stringValue)
  }

  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> { try ColumnDecoder.refuse(key.stringValue) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ColumnDecoder.refuse(key.stringValue)
  }
  func superDecoder() throws -> any Decoder { row }
  func superDecoder(forKey key: Key) throws -> any Decoder { try at(key) }
}

/// A payload that does not have the type that its event declares.
package struct PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the offending field from `data`: `data`, `data.quantity`, `data.items[2]`.
  package let field: String
  /// What is wrong and what is expected.
  package let reason: String
  /// The field and the reason.
  package var description: String { "\(field): \(reason)" }
}

extension JSON {
  /// Decodes a `Decodable` from this value.
  ///
  /// With `fromForm`, a string is also read as the number, boolean or JSON text that the type expects, because a form
  /// field is always a string. Throws `PayloadError` naming the field. Also throws for a `RawHTML`, because markup from
  /// outside is not trusted. With `trustsMarkup`, the value may contain markup, because the server itself wrote it.
  package func decode<T: Decodable>(
    _ type: T.Type, fromForm: Bool = false, trustsMarkup: Bool = false
  ) throws(PayloadError) -> T {
    try decode(type, fromForm: fromForm, trustsMarkup: trustsMarkup, references: [:])
  }

  /// What stands in the data of a form for a value that has no JSON, such as a file. A client cannot write a reference:
  /// it means nothing without the values that came with the form.
  static func reference(_ name: String) -> JSON { .object(JSONObject([("~reference", .string(name))])) }

  /// The name of a reference; nil if this is none.
  fileprivate var reference: String? {
    guard case .object(let object) = self, object.members.count == 1 else { return nil }
    return object["~reference"]?.text
  }

  /// The same. `references` are the values that references stand for.
  func decode<T: Decodable>(
    _ type: T.Type, fromForm: Bool = false, trustsMarkup: Bool = false, references: [String: any Sendable]
  ) throws(PayloadError) -> T {
    do {
      let decoding = Decoding(
        json: self, fromForm: fromForm, trustsMarkup: trustsMarkup, codingPath: [], references: references)
      return try decoding.decode(type)
    } catch let error as PayloadError {
      throw error
    } catch let error as DecodingError {
      throw PayloadError(error)
    } catch {
      throw PayloadError(field: "data", reason: "\(error)")
    }
  }
}

extension PayloadError {
  fileprivate static let missing = "is missing"

  fileprivate init(path: [any CodingKey], reason: String) {
    self.init(
      field: path.reduce("data") { path, key in key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)" },
      reason: reason)
  }

  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context): self.init(path: context.codingPath + [key], reason: PayloadError.missing)
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(path: context.codingPath, reason: context.debugDescription)
    @unknown default: self.init(field: "data", reason: "\(error)")
    }
  }
}

private struct Index: CodingKey {
  let intValue: Int?
  var stringValue: String { "\(intValue ?? 0)" }
  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

struct Decoding: Decoder, SingleValueDecodingContainer {
  let json: JSON
  let fromForm: Bool
  let trustsMarkup: Bool
  let codingPath: [any CodingKey]
  /// The values that references stand for.
  let references: [String: any Sendable]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate func child(_ value: JSON, _ key: some CodingKey) -> Decoding {
    Decoding(
      json: value, fromForm: fromForm, trustsMarkup: trustsMarkup, codingPath: codingPath + [key],
      references: references)
  }

  fileprivate func wrong(_ expected: String) -> PayloadError {
    // A person who fills in a form does not know what a string is.
    let instead = fromForm && json.text != nil ? "" : ", not \(json.kind)"
    return PayloadError(path: codingPath, reason: "must be \(expected)\(instead)")
  }

  /// The value, parsed if it is JSON text in a form field: a button sends a struct in this way.
  private var structured: JSON {
    guard fromForm, case .string(let text) = json, text.first == "{" || text.first == "[" else { return json }
    return (try? JSON(parsing: Array(text.utf8))) ?? json
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = structured else { throw wrong("an object") }
    return KeyedDecodingContainer(KeyedDecoding(decoder: self, object: object, index: MemberIndex(of: object)))
  }
  /// Whether this is a form without fields, because the user chose nothing.
  private var isEmptyForm: Bool { fromForm && json == .object(JSONObject()) }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isEmptyForm { return UnkeyedDecoding(decoder: self, elements: []) }
    switch structured {
    case .array(let elements): return UnkeyedDecoding(decoder: self, elements: elements)
    // One checked box of several arrives as a single value.
    case let single where fromForm: return UnkeyedDecoding(decoder: self, elements: [single])
    default: throw wrong("an array")
    }
  }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { json == .null || (fromForm && json == .string("")) }
  func decode(_ type: Bool.Type) throws -> Bool {
    switch json {
    case .bool(let flag): return flag
    case .string("true") where fromForm, .string("on") where fromForm: return true
    case .string("false") where fromForm, .string("") where fromForm: return false
    case _ where isEmptyForm: return false
    default: throw wrong("true or false")
    }
  }
  func decode(_ type: String.Type) throws -> String {
    guard let text = json.text else { throw wrong("a string") }
    return text
  }
  func decode(_ type: Double.Type) throws -> Double {
    switch json {
    case .int(let number): return Double(number)
    case .double(let number): return number
    case .string(let text) where fromForm:
      guard let number = Double(text), number.isFinite else { throw wrong("a number") }
      return number
    default: throw wrong("a number")
    }
  }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  private func whole<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
    let (number, isWhole): (I?, Bool) =
      switch json {
      case .int(let number): (I(exactly: number), true)
      case .double(let number): (I(exactly: number), number.rounded() == number)
      case .string(let text) where fromForm: (I(text), text.isWholeNumber)
      default: (nil, false)
      }
    if let number { return number }
    guard isWhole else { throw wrong("a whole number") }
    throw PayloadError(path: codingPath, reason: "must be a whole number from \(I.min) to \(I.max)")
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
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let json = json as? T { return json }
    if !references.isEmpty, let name = json.reference, let value = references[name] as? T { return value }
    return try T(from: self)
  }
}

extension String {
  /// Whether the text consists of digits, with an optional sign, and is of any length.
  fileprivate var isWholeNumber: Bool {
    let digits = utf8.first == UInt8(ascii: "-") || utf8.first == UInt8(ascii: "+") ? utf8.dropFirst() : utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

private struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: Decoding
  let object: JSONObject
  /// Nil if `object` is small enough to search directly.
  let index: MemberIndex?
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  private func value(_ name: String) -> JSON? { index.map { $0[name] } ?? object[name] }

  private func member(_ key: some CodingKey) throws -> Decoding {
    guard let value = value(key.stringValue) else {
      throw PayloadError(path: codingPath + [key], reason: PayloadError.missing)
    }
    return decoder.child(value, key)
  }
  func contains(_ key: Key) -> Bool { value(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
  /// If none of several boxes is checked, the form has no field for them.
  ///
  /// A command has no JSON form, so no value has a field for it.
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let value = value(key.stringValue) { return try decoder.child(value, key).decode(type) }
    if T.self is any OpaqueField.Type { return try decoder.child(.null, key).decode(type) }
    if decoder.fromForm && T.self is any ListOfChoices.Type {
      return try decoder.child(.array([]), key).decode(type)
    }
    return try member(key).decode(type)
  }
  /// The form has no field for an unchecked box.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    if decoder.fromForm && !contains(key) { return false }
    return try member(key).decode(type)
  }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try member(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }
  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// The types that read several form fields with the same name.
private protocol ListOfChoices {}
extension Array: ListOfChoices {}
extension Set: ListOfChoices {}

private struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let decoder: Decoding
  let elements: [JSON]
  var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private mutating func element() throws -> Decoding {
    let key = Index(intValue: currentIndex)
    guard !isAtEnd else { throw PayloadError(path: codingPath + [key], reason: PayloadError.missing) }
    defer { currentIndex += 1 }
    return decoder.child(elements[currentIndex], key)
  }
  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, decoder.child(elements[currentIndex], Index(intValue: currentIndex)).decodeNil() else {
      return false
    }
    currentIndex += 1
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element().decode(type) }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { try element().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try element().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try element() }
}

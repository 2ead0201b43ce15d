extension Decoder {
  /// Throws if there is a field that is none of the keys. A wrong name would otherwise mean that the field is missing.
  /// `whole` is what has the fields, for example "a move".
  func check<Key: CodingKey & CaseIterable>(hasOnly keys: Key.Type, of whole: String) throws {
    let all = try container(keyedBy: AnyField.self).allKeys
    guard let stranger = all.first(where: { Key(stringValue: $0.stringValue) == nil }) else { return }
    let known = Key.allCases.map(\.stringValue).joined(separator: ", ")
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath + [stranger], debugDescription: "is not known; \(whole) has \(known)"))
  }
}

/// A field of any name.
private struct AnyField: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

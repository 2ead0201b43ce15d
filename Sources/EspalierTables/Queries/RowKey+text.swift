import Espalier

/// A key as text in a URL: its values as a JSON array, for example `["Lovelace",17]`. Bytes are `{"hex":"00ff"}`, and
/// numbers that JSON has no way to write are `{"real":"inf"}`, `{"real":"-inf"}` and `{"real":"nan"}`.
extension RowKey {
  /// Reads the text. Nil if it is none.
  init?(text: String) {
    guard case .array(let elements)? = try? JSON(parsing: Array(text.utf8)), !elements.isEmpty else { return nil }
    var values: [SQLValue] = []
    for element in elements {
      guard let value = SQLValue(json: element) else { return nil }
      values.append(value)
    }
    self.init(values)
  }

  /// The text.
  var text: String { String(decoding: JSON.array(values.map(\.json)).bytes, as: UTF8.self) }
}

extension SQLValue {
  fileprivate init?(json: JSON) {
    switch json {
    case .null: self = .null
    case .int(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .object(let object):
      if let digits = object["hex"]?.text, let bytes = Self.bytes(hex: digits) {
        self = .blob(bytes)
      } else if let name = object["real"]?.text, let number = Double(name), !number.isFinite {
        self = .real(number)
      } else {
        return nil
      }
    default: return nil
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .null: .null
    case .integer(let number): .int(number)
    case .real(let number): number.isFinite ? .double(number) : ["real": .string("\(number)")]
    case .text(let text): .string(text)
    case .blob(let bytes): ["hex": .string(Self.hex(bytes))]
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func bytes(hex: String) -> [UInt8]? {
    let digits = hex.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
  }
}

import Espalier

/// The law of the JSON reader: a value that it accepts is written in a form that reads back as the same value, and
/// decoding any type from it does not crash.
enum JSONLaw {
  static func check(_ input: [UInt8]) throws(BrokenLaw) {
    guard let value = try? JSON(parsing: input) else { return }
    let written = value.bytes
    guard let back = try? JSON(parsing: written) else {
      throw BrokenLaw(description: "the reader refuses what the writer wrote: \(value)")
    }
    try require(back.bytes == written, "reading and writing again gives other bytes: \(value) and \(back)")
    try require(back == value || hasWholeDouble(value), "reading back gives another value: \(value) and \(back)")
    for fromForm in [false, true] { decode(value, fromForm) }
  }
}

/// `2.0` is written as `2` and read back as an integer.
private func hasWholeDouble(_ value: JSON) -> Bool {
  switch value {
  case .double(let number): number.rounded() == number
  case .array(let elements): elements.contains(where: hasWholeDouble)
  case .object(let object): object.members.contains { hasWholeDouble($0.value) }
  case .null, .bool, .int, .string, .markup: false
  }
}

private struct Everything: Decodable {
  enum Kind: String, Decodable { case big, small }
  let flag: Bool
  let text: String?
  let number: Double
  let byte: UInt8
  let kind: Kind?
  let list: [Int]
  let names: [String: [Float]]
}

private func decode(_ value: JSON, _ fromForm: Bool) {
  _ = try? value.decode(Everything.self, fromForm: fromForm)
  _ = try? value.decode([Everything].self, fromForm: fromForm)
  _ = try? value.decode([String: [String]].self, fromForm: fromForm)
  _ = try? value.decode(Int64.self, fromForm: fromForm)
  _ = try? value.decode(Double.self, fromForm: fromForm)
  _ = try? value.decode(Bool?.self, fromForm: fromForm)
}

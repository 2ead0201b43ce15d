import EspalierTestSupport
import Testing

@testable import Espalier

/// JSON texts in a store: an accepted value reads back equal, and any other value is refused with the reason.
@Suite struct JSONStoreTests {
  private func back<Value: Codable>(_ value: Value) throws -> Value {
    try JSON(stored: JSON(storing: value).description).decode(Value.self, trustsMarkup: true)
  }

  @Test func `a dictionary of any size reads back equal`() throws {
    // At this size, a reader with quadratic cost would take minutes.
    let counts = Dictionary(uniqueKeysWithValues: (0..<min(30_000, rounds(150_000))).map { ("key \($0)", $0) })
    #expect(try back(counts) == counts)
  }

  @Test func `text from clients may not have more members than before`() throws {
    let text = JSON.object(JSONObject((0..<1025).map { ("\($0)", 0) })).bytes
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
    #expect(try JSON(parsing: text, trusted: true)["1024"] == 0)
  }

  @Test(arguments: [2, 8, 9, 40])
  func `a repeated name is found in objects of any size`(count: Int) {
    let members = (0..<count).map { "\"\($0)\":0" }
    for repeated in [0, count - 1] {
      let text = "{" + (members + ["\"\(repeated)\":1"]).joined(separator: ",") + "}"
      #expect(throws: JSON.ParseError.self) { try JSON(stored: text) }
    }
  }

  @Test func `names that only look equal are two names in large objects too`() throws {
    let names = (0..<40).map { "\($0)" } + ["\u{E9}", "e\u{301}"]
    let json = try JSON(stored: "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}")
    struct Both: Decodable {
      struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      let composed, decomposed: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        composed = try container.decode(String.self, forKey: Key(stringValue: "\u{E9}"))
        decomposed = try container.decode(String.self, forKey: Key(stringValue: "e\u{301}"))
      }
    }
    let both = try json.decode(Both.self)
    #expect(both.composed.unicodeScalars.count == 1 && both.decomposed.unicodeScalars.count == 2)
  }

  // MARK: The law

  private struct Sample: Codable, Equatable {
    var whole: [Int64]
    var unsigned: UInt64
    var small: [UInt8?]
    var real: Double
    var float: Float?
    var text: String
    var names: [String: Sample]
    var pairs: [Int: [String]]
    var either: Either
    enum Either: Codable, Equatable { case none, one(Int), two(first: String, second: Bool) }
  }

  @Test(arguments: 0..<200)
  func `each accepted value reads back equal, and each refused value could not`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let value = sample(&random, depth: 2)
    do {
      #expect(try back(value) == value)
    } catch let error as UnstorableValue {
      #expect(isUnstorable(value), "\(error)")
    }
  }

  private func isUnstorable(_ value: Sample) -> Bool {
    value.unsigned > Int64.max || !value.real.isFinite || value.float?.isFinite == false
      || value.names.values.contains(where: isUnstorable)
  }

  private func sample(_ random: inout SeededRandom, depth: Int) -> Sample {
    let texts = ["", "a", "\"\\\n\0", "é", "e\u{301}", "😀", "\u{2028}\u{7F}", String(repeating: "\u{301}", count: 40)]
    let reals = [
      0, -0.0, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 9_007_199_254_740_992, 1e22, .nan,
      .infinity, -1e-7,
      Double(bitPattern: random.next()),
    ]
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    let count = depth > 0 ? Int.random(in: 0...2, using: &random) : 0
    return Sample(
      whole: [.min, .max, 0, Int64(truncatingIfNeeded: random.next())].shuffled(using: &random),
      unsigned: [0, 1 << 63, 1 << 63 - 1, .max, 5, 6, 7].randomElement(using: &random) ?? 0,
      small: [nil, 0, .max], real: reals.randomElement(using: &random) ?? 0,
      float: [nil, 0.1, .greatestFiniteMagnitude, 1, .infinity].randomElement(using: &random) ?? nil, text: text(),
      names: Dictionary(
        (0..<count).map { (text() + "\($0)", sample(&random, depth: depth - 1)) }, uniquingKeysWith: { $1 }),
      pairs: [Int.min: [text()], .max: []],
      either: [.none, .one(.min), .two(first: text(), second: true)].randomElement(using: &random) ?? .none)
  }

  // MARK: What is refused

  private func refusal(_ value: some Encodable) -> String? {
    do { _ = try JSON(storing: value) } catch { return "\(error)" }
    return nil
  }

  @Test func `a number that would change is refused with its place and a fix`() {
    struct Account: Encodable {
      var balance: UInt64?
      var rates: [String: [Double]] = [:]
    }
    #expect(
      refusal(Account(balance: .max))
        == "balance: 18446744073709551615 is above 9223372036854775807, the largest whole number that JSON stores exactly; "
        + "store it as a String")
    #expect(refusal(UInt.max)?.hasSuffix("store it as a String") == true)
    #expect(refusal([UInt64(1) << 63])?.hasPrefix("[0]: ") == true)
    #expect(refusal(["a": UInt64.max])?.hasPrefix("a: ") == true)
    #expect(
      refusal(Account(rates: ["euro": [1, .nan]]))
        == "rates.euro[1]: nan has no JSON form; store an optional, with nil for a missing number")
    #expect(refusal(-Double.infinity)?.hasPrefix("-inf has no JSON form") == true)
    #expect(refusal(Float.nan) != nil && refusal(Optional<UInt64>.some(.max)) != nil)
  }

  @Test func `a value that is nested deeper than the reader's limit is refused`() throws {
    final class Nest: Codable {
      let inner: [Nest]
      init(levels: Int) { inner = levels > 1 ? [Nest(levels: levels - 1)] : [] }
    }
    // Each level is an object and an array.
    #expect(try JSON(stored: JSON(storing: Nest(levels: 256)).description)["inner"] != nil)
    #expect(refusal(Nest(levels: 257))?.contains("more than 512 nested arrays and objects") == true)
    #expect(refusal(Nest(levels: 3000))?.contains("more than 512 nested arrays and objects") == true)
  }

  @Test func `a value whose encoding writes a name twice is refused`() {
    struct Twice: Encodable {
      enum Key: CodingKey { case name }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .name)
        try container.encode(2, forKey: .name)
      }
    }
    #expect(refusal(Twice()) == "its encode(to:) writes the name \"name\" twice; write each name once")
  }
}

import EspalierTestSupport
import Testing

@testable import Espalier

@Suite struct JSONParseTests {
  private func parsed(_ text: String, depth: Int = 32) -> JSON? { try? JSON(parsing: Array(text.utf8), depth: depth) }

  private static let accepted: [(String, JSON)] = [
    ("null", .null), (" true\n", .bool(true)), ("\t\rfalse", .bool(false)), ("0", .int(0)), ("-0", .int(0)),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1.5", .double(1.5)), ("1e2", .double(100)),
    ("1E+2", .double(100)), ("-1.25e-1", .double(-0.125)), ("0.0", .double(0)), ("1e-999", .double(0)),
    ("\"\"", .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u0041\u00e9\u20AC""#, .string("Aé€")), (#""\ud83d\uDE00""#, .string("😀")), (#""\u0000""#, .string("\0")),
    ("\"é😀\u{7F}\u{2028}\"", .string("é😀\u{7F}\u{2028}")), ("[]", .array([])), ("[ ]", .array([])),
    ("[1, 2 ,3]", [1, 2, 3]), ("{}", .object(JSONObject())), ("{ }", .object(JSONObject())),
    (#"{"a":{"b":[null]},"":1}"#, ["a": ["b": [nil]], "": 1]),
  ]

  @Test(arguments: accepted.indices)
  func `RFC 8259 texts are read`(index: Int) throws {
    let (text, value) = Self.accepted[index]
    #expect(try JSON(parsing: Array(text.utf8)) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "+1", "01", "-", "-01", "1.", ".5", "1.e2", "1e", "1e+", "0x1", "NaN", "Infinity",
    "1e999", "-1e999", "\"", "\"a", "'a'", #""\x""#, #""\u12""#, #""\u12g4""#, #""\u+123""#, #""\ud83d""#,
    #""\ud83d\u0041""#, #""\ude00""#, #""\ud83dx""#, #""\"#, "\"\n\"", "\"\t\"", "\"\0\"", "[", "[1", "[1,", "[1,]",
    "[,1]",
    "[1 2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}",
    "{\"a\":1 \"b\":2}", "1 2", "{} x", "[]]", "null,", "/* */1", "1//", "\u{FEFF}1", "\u{A0}1", "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":2}", "[1,2}", "{\"a\":1]",
  ])
  func `texts that are not RFC 8259 JSON are refused`(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func `invalid UTF-8 is refused in strings, and outside strings everything but JSON`() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xC3, 0xA9],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0],
    ] { #expect(throws: JSON.ParseError.self) { try JSON(parsing: bytes) } }
  }

  @Test func `nesting has a limit`() {
    func nested(_ count: Int) -> String { String(repeating: "[", count: count) + String(repeating: "]", count: count) }
    #expect(parsed(nested(32)) != nil)
    #expect(parsed(nested(33)) == nil)
    #expect(parsed("[[1],[1],[1]]", depth: 2) != nil, "siblings are not nested")
    #expect(parsed("1", depth: 0) == 1)
    #expect(parsed(String(repeating: "[", count: 1_000_000)) == nil)
    #expect(parsed(String(repeating: "{\"a\":", count: 100_000)) == nil)
  }

  @Test func `an object has at most 1024 members`() {
    func object(_ count: Int) -> String { "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}" }
    #expect(parsed(object(1024)) != nil)
    #expect(parsed(object(1025)) == nil)
  }

  @Test func `an error says what is wrong and where`() {
    #expect(throws: JSON.ParseError(reason: "unexpected text after the value", offset: 3)) {
      try JSON(parsing: Array("{} x".utf8))
    }
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: Array("{\"a\":".utf8)) }
    #expect(error?.description == "the text ends where a value is expected at byte 5" && error?.path == "a")
  }

  @Test func `names that only look equal are two names`() throws {
    let object = try JSON(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }
}

@Suite struct JSONWriteTests {
  @Test func `values are written compactly, with members in order`() {
    let value: JSON = ["b": [1, -2, true, nil], "a": ["x": "y"], "c": .double(1.5), "d": .markup("<b>")]
    #expect(value.description == #"{"b":[1,-2,true,null],"a":{"x":"y"},"c":1.5,"d":"<b>"}"#)
  }

  @Test func `strings are escaped where necessary`() {
    #expect(JSON.string("\"\\/\n\r\t\u{8}\u{1}\u{7F}é😀").description == #""\"\\/\n\r\t\u0008\u0001\u007Fé😀""#)
  }

  @Test func `numbers are written in short form, and those that JSON cannot express as null`() {
    let numbers: [(JSON, String)] = [
      (.int(.min), "-9223372036854775808"), (.int(.max), "9223372036854775807"), (.int(10), "10"), (.int(-9), "-9"),
      (.double(2), "2"), (.double(-0.0), "0"), (.double(0.1), "0.1"), (.double(1e300), "1e+300"),
      (.double(.nan), "null"),
      (.double(.infinity), "null"), (.double(-.infinity), "null"),
    ]
    for (number, text) in numbers { #expect(number.description == text) }
  }

  @Test(arguments: 0..<50)
  func `written values read back equal`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    for _ in 0..<20 {
      let value = randomValue(&random, depth: 4)
      let back = try JSON(parsing: value.bytes)
      #expect(back ~~ value, "\(value)")
      #expect(back.bytes == value.bytes)
    }
  }

  private func randomValue(_ random: inout SeededRandom, depth: Int) -> JSON {
    func text() -> String {
      let scalars = ["a", "\"", "\\", "\n", "\0", "é", "😀", "\u{7F}", "\u{2028}", "/", "~", "\u{1F}"]
      return (0..<Int.random(in: 0..<6, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "" }
        .joined()
    }
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .int(Int64(truncatingIfNeeded: random.next()))
    case 3:
      let number = Double(bitPattern: random.next())
      return .double(number.isFinite ? number : 0.5)
    case 4: return .double(.random(in: -100...100, using: &random))
    case 5: return .string(text())
    case 6:
      return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in randomValue(&random, depth: depth - 1) })
    default:
      return .object(
        JSONObject(
          (0..<Int.random(in: 0..<4, using: &random)).map { _ in (text(), randomValue(&random, depth: depth - 1)) }))
    }
  }
}

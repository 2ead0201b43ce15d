import EspalierText
import Testing

@testable import Espalier

/// Texts from clients: how many combining marks they may have in a row, and where they are cut.
@Suite struct TextTests {
  /// The marks alternate above and below the letter, so normalisation must sort them.
  private static func letter(marks: Int) -> String {
    "a" + (0..<marks).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{316}" }.joined()
  }

  @Test(arguments: [
    "", "plain", "żółć", letter(marks: 30), letter(marks: 30) + letter(marks: 30), "👩‍👩‍👧‍👦🏽", "हिन्दी क्षत्रिय", "עִבְרִית", "ที่นี่",
    "한국어 조선말", "パピプペポ",
  ])
  func `text of any language is safe`(text: String) { #expect(text.isStreamSafe) }

  @Test(arguments: [
    letter(marks: 31), "x" + letter(marks: 4000), String(repeating: "\u{301}", count: 31),
    // Each is no mark by its class, or only one by its number, but is sorted as two.
    String(repeating: "\u{F73}", count: 16), String(repeating: "\u{344}", count: 16),
    "a" + String(repeating: "\u{1D165}", count: 31), "か" + String(repeating: "\u{3099}", count: 31),
  ])
  func `text with more than thirty marks in a row is not safe`(text: String) { #expect(!text.isStreamSafe) }

  @Test func `JSON refuses too many marks and names the place, escaped or not`() throws {
    let marks = Self.letter(marks: 31)
    let escaped = #"a\u0301"# + String(repeating: #"\u0316"#, count: 30)
    for (text, path) in [
      ("\"\(marks)\"", ""), ("{\"data\":{\"items\":[1,{\"name\":\"\(marks)\"}]}}", "data.items[1].name"),
      ("{\"data\":{\"\(marks)\":1}}", "data"), ("[[\"\(escaped)\"]]", "[0][0]"),
    ] {
      let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: Array(text.utf8)) }
      #expect(error?.hasTooManyMarks == true && error?.path == path)
      #expect(throws: Never.self) { try JSON(parsing: Array(text.utf8), trusted: true) }
    }
    #expect(try JSON(parsing: Array("\"\(Self.letter(marks: 30))\"".utf8)) == .string(Self.letter(marks: 30)))
  }

  @Test func `names of members are compared by their bytes`() throws {
    let object = try JSON(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(object["\u{E9}"] == 1 && object["e\u{301}"] == 2)
  }

  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc"), ("éé", 3, "é"), ("é", 1, ""), ("a👩‍👧", 8, "a"),
    (letter(marks: 1000), 120, ""), ("abc", 0, ""),
  ])
  func `a text is cut between characters and is never longer than requested`(text: String, limit: Int, cut: String) {
    #expect(text.cut(toBytes: limit) == cut)
  }

  @Test func `an error shows at most one line of the text that was sent`() {
    #expect("short".shown == "short")
    #expect(String(repeating: "x", count: 1000).shown == String(repeating: "x", count: 77) + "…")
  }
}

import EspalierTestSupport
import Testing

@testable import Espalier

@Suite struct WordsTests {
  @Test func `every German text but OK differs from the English one`() {
    let same = Words.Text.allCases.filter { Words.german[$0] == Words.english[$0] }
    #expect(same == [.ok])
  }

  @Test func `only the texts of problems are empty in English, and none is in German`() {
    let problems = Set(
      [400, 401, 403, 404, 409, 410, 413, 418, 429, 500, 503].flatMap { status in
        Words.Text.allCases.filter { name in
          var words = Words.english
          words[name] = "x"
          return words.problem(status) != ("", "")
        }
      })
    #expect(problems == Set(Words.Text.allCases.filter { Words.english[$0].isEmpty }))
    #expect(Words.Text.allCases.filter { Words.german[$0].isEmpty } == [])
  }

  @Test func `the languages that ship have the same values in each text`() {
    #expect(Words.english.complaint == nil && Words.german.complaint == nil)
  }

  @Test func `a text without a value that it must have is refused, with its name`() {
    var words = Words.english
    words[.moveUp] = "Hinauf"
    #expect(words.complaint == "moveUp must have these parts in braces: {name}")
    words[.moveUp] = "{name} hinauf"
    words[.close] = "Zu {door}"
    #expect(words.complaint == "close must have no part in braces")
  }

  @Test(arguments: [
    ("Move {name} up", "Move Ann up"), ("{name}", "Ann"), ("{name}{name}", "AnnAnn"), ("{other}", "{other}"),
    ("no value", "no value"), ("{name", "{name"), ("}{name}{", "}Ann{"), ("", ""), ("{} {name}", "{} Ann"),
    ("für {name} — ça", "für Ann — ça"),
  ])
  func `values take the place of their names`(text: String, result: String) {
    var words = Words.english
    words[.close] = text
    #expect(words.text(.close, ["name": "Ann"]) == result)
  }

  @Test func `a value that looks like a name in braces stays as it is`() {
    #expect(Words.english.text(.moveUp, ["name": "{name}"]) == "Move {name} up")
  }

  @Test func `the client gets the texts that are not English`() throws {
    #expect(Words.english.clientTexts == nil)
    var words = Words.english
    (words[.close], words[.loadMore]) = ("Zu", "Mehr")
    #expect(try JSON(parsing: words.clientTexts ?? []) == ["Close": "Zu"])
    let german = try JSON(parsing: Words.german.clientTexts ?? [])
    #expect(german["Not saved: {reason}."]?.text == "Nicht gespeichert: {reason}.")
    #expect(Words.client.allSatisfy { german[Words.english[$0]]?.text == Words.german[$0] })
  }

  @Test(arguments: [
    ("en", "ltr"), ("de-CH", "ltr"), ("ar", "rtl"), ("AR-eg", "rtl"), ("fa", "rtl"), ("he-IL", "rtl"), ("ur", "rtl"),
    ("az-Arab", "rtl"), ("ku-Arab", "rtl"), ("ur-Latn-PK", "ltr"), ("pa", "ltr"), ("", "ltr"),
  ])
  func `the tag tells the direction`(tag: String, direction: String) {
    #expect(Language(tag, words: .english).direction.rawValue == direction)
  }

  @Test(arguments: ["", "de_DE", "de-", "-de", "x y", "abcdefghi", "\"><script>"])
  func `a tag that is none is refused`(tag: String) {
    #expect(Language(tag, words: .english).complaint?.contains("is not a language tag") == true)
    #expect(Language("pt-BR", words: .english).complaint == nil)
  }
}

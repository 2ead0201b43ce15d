import Testing

@testable import EspalierHTTP

@Suite struct AcceptLanguageTests {
  @Test(arguments: [
    (nil, nil), ("", nil), ("fr", nil), ("de", 1), ("DE", 1), ("de-AT", 1), ("de-Latn-DE-1996", 1),
    ("en-GB,de;q=0.9", 0),
    ("de;q=0.8, en;q=0.9", 0), ("de, en", 1), ("en, de", 0), ("fr, de;q=0.1", 1), ("*", 0), ("fr, *;q=0.5", 0),
    ("de;q=0", nil), ("en;q=0, *", 1), ("en;q=0, de;q=0, *", 2), ("pt", 2), ("pt-PT", nil), ("pt-br", 2),
    ("pt-BR-x-me", 2),
    ("deu", nil), ("d", nil), ("de;q=x", nil), ("de;q=2", nil), ("de;v=1", nil), (";;;,,", nil), ("de ; q=0.5", 1),
    ("de-*", nil), ("*-DE", nil), ("abcdefghij, de", 1), ("en-x-de", 0), ("zh-Hant-TW, de;q=0.2", 1), ("q=1, de", 1),
    ("de;Q=0.5", 1), ("de;q=0.1234, en;q=0.1", 0),
  ])
  func `the best language is found`(header: String?, index: Int?) {
    #expect(AcceptLanguage(header).best(of: ["en", "de", "pt-BR"]) == index)
  }

  @Test func `a long header costs little, and its first ranges count`() {
    let many = (0..<5_000).map { "x\($0)" }.joined(separator: ",")
    #expect(AcceptLanguage(many + ",de").best(of: ["en", "de"]) == nil)
    #expect(AcceptLanguage("de," + many).best(of: ["en", "de"]) == 1)
  }

  @Test func `a tag finds its own language`() {
    #expect(AcceptLanguage(tag: "de-AT").best(of: ["en", "de"]) == 1)
    #expect(AcceptLanguage(tag: "fr").best(of: ["en", "de"]) == nil)
    #expect(AcceptLanguage(tag: "").best(of: ["en", "de"]) == nil)
  }
}

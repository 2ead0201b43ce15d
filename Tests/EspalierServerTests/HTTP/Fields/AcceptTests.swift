import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct AcceptTests {
  private static let offers: [MediaType] = [.html, .json, .jsonPatch]
  private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

  @Test(
    arguments: [
      (nil, MediaType.html), ("", .html), ("*/*", .html), (browser, .html),
      ("application/json", .json), ("application/json, text/html;q=0.5", .json),
      ("text/html;q=0.5, application/json;q=0.4", .html), ("application/*", .json),
      ("text/*;q=0.1, application/json-patch+json", .jsonPatch), ("*/*;q=0.1, application/json", .json),
      ("application/*, application/json;q=0", .jsonPatch), ("TEXT/HTML", .html),
      ("text/html; q=0.2; x=1, application/json; q=0.3", .json), ("text/html;charset=utf-8, */*;q=0.1", .html),
      ("text/html;charset=latin1, application/json;q=0.1", .json), ("nonsense", .html),
      ("nonsense, application/json", .json),
    ] as [(String?, MediaType)])
  func `the best offer is the one that the client gives the highest weight`(header: String?, best: MediaType) {
    #expect(Accept(header).best(of: Self.offers) == best)
  }

  @Test(arguments: ["image/png", "text/html;q=0, application/json;q=0, application/json-patch+json;q=0.000", "*/*;q=0"])
  func `a client that accepts none of the offers gets none`(header: String) {
    #expect(Accept(header).best(of: Self.offers) == nil)
  }

  @Test(
    arguments: [
      ("1", 1000), ("0", 0), ("0.5", 500), ("0.123", 123), ("1.000", 1000), ("0.", 0), ("1.001", nil), ("2", nil),
      ("0.1234", nil), ("-1", nil), ("0,5", nil), ("", nil),
    ] as [(String, Int?)])
  func `a weight has up to three decimals`(text: String, thousandths: Int?) {
    #expect(Accept.thousandths(text) == thousandths)
  }

  @Test func `a media type is parsed, compared and written`() throws {
    let type = try #require(MediaType("Text/HTML; Charset=\"utf-8\"; a=\"x;\\\"y\""))
    #expect(type.isSame(as: .html))
    #expect(type.description == "text/html; charset=utf-8; a=\"x;\\\"y\"")
    for bad in ["", "text", "text/", "/html", "te xt/html", "text/html; a"] { #expect(MediaType(bad) == nil, "\(bad)") }
  }

  @Test(arguments: seeds(2_000))
  func `a header that is not parsed gives the same offer as one that is`(seed: Int) throws {
    var random = Seeded(state: UInt64(seed))
    let ranges = [
      "text/html", "TEXT/HTML", "text/*", "*/*", "application/json", "application/*", "application/json-patch+json",
      "text/html;charset=utf-8", "text/html ;q=0", "image/webp", "nonsense", "x=\"a,text/html\"", "text/htmlx", "",
    ]
    let weights = ["", "", "", ";q=0", ";q=0.5", ";q=1", "; q=0.9"]
    let header = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (ranges.randomElement(using: &random) ?? "") + (weights.randomElement(using: &random) ?? "")
    }.joined(separator: [",", ", "].randomElement(using: &random) ?? ",")
    for offers in [Self.offers, [.json, .html], [.jsonPatch, .json, .html]] {
      let request = try Request(.get, "/", headers: [.accept: header])
      #expect(request.best(of: offers) == Accept(header).best(of: offers), "\(header.debugDescription)")
    }
    #expect(try Request(.get, "/").best(of: Self.offers) == .html)
  }
}

import Testing

@testable import Espalier

/// The URLs of pages with parameters.
@Suite struct SiteURLTests {
  enum Order: String, Codable { case newest, oldest }

  struct CardURL: SiteURL {
    static let path = "/board/{board}/card/{id}"
    var board: String
    var id: Int
    var order: Order?
    var tags: [String] = []
    var isOpen = false
  }

  private func decode(_ fields: [(String, JSON)]) throws(PayloadError) -> CardURL {
    try CardURL.decode(JSONObject(fields))
  }

  @Test func `the URL has the path's values and then the fields that are not empty`() {
    #expect(CardURL(board: "home", id: 17).url == "/board/home/card/17")
    let full = CardURL(board: "home", id: -1, order: .oldest, tags: ["a b", "ä&c"], isOpen: true)
    #expect(full.url == "/board/home/card/-1?order=oldest&tags=a%20b&tags=%C3%A4%26c&isOpen=true")
  }

  @Test func `a value of the path keeps its characters, and cannot end its segment`() {
    #expect(CardURL(board: "a:b@c", id: 1).url == "/board/a:b@c/card/1")
    #expect(CardURL(board: "../x?y#z/é", id: 1).url == "/board/..%2Fx%3Fy%23z%2F%C3%A9/card/1")
  }

  @Test func `decoding the texts of a URL gives the value back, by types`() throws {
    let link = try decode([
      ("board", "home"), ("id", "17"), ("order", "newest"), ("tags", ["x", "y"]), ("isOpen", "true"), ("utm", "z"),
    ])
    #expect(link == CardURL(board: "home", id: 17, order: .newest, tags: ["x", "y"], isOpen: true))
    #expect(try decode([("board", "b"), ("id", "1")]) == CardURL(board: "b", id: 1))
  }

  @Test(arguments: [("id", "seventeen"), ("order", "upwards"), ("isOpen", "maybe")])
  func `a text that does not have the type is an error with the field's name`(field: String, text: String) {
    var fields: [(String, JSON)] = [("board", "b"), ("id", "1")]
    fields.removeAll { $0.0 == field }
    let error = #expect(throws: PayloadError.self) { try decode(fields + [(field, .string(text))]) }
    #expect(error?.field == field)
  }

  @Test func `markup refers to a page by its parameters`() {
    let html: HTML = "<a href=\"\(CardURL(board: "a&b", id: 1, order: .newest))\">Card</a>"
    #expect(html.source == "<a href=\"/board/a&amp;b/card/1?order=newest\">Card</a>")
  }

  // MARK: What is wrong with a type

  struct Lost: SiteURL {
    static let path = "/card/{number}"
    var id: Int
  }
  struct Taken: SiteURL {
    static let path = "/cards"
    var view: String?
  }
  struct TakenInPath: SiteURL {
    static let path = "/cards/{view}"
    var view: String
  }
  struct OneValue: SiteURL {
    static let path = "/card/{id}"
    let text: String
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test func `a parameter without a property, a taken name and a type without properties are complaints`() {
    #expect(CardURL.complaint(reserved: WireName.queryFields) == nil)
    #expect(TakenInPath.complaint(reserved: WireName.queryFields) == nil)
    #expect(
      Lost.complaint(reserved: [])
        == "the path /card/{number} has the parameter {number}, but Lost has no property number")
    #expect(Taken.complaint(reserved: WireName.queryFields)?.contains("the query field view; rename") == true)
    #expect(OneValue.complaint(reserved: [])?.hasPrefix("OneValue must be a struct") == true)
  }

  // MARK: Patterns

  @Test(arguments: [
    "card", "/card/", "/card/{}", "/card/a{id}", "/card/{id}x", "/{id}/{id}", "/card/:id", "/card/{a b}", "/card/{id",
  ])
  func `a path that is no pattern is refused`(path: String) {
    #expect(throws: PathPattern.Invalid.self) { try PathPattern(path) }
  }

  @Test func `a pattern matches paths of its length with its literals`() throws {
    let pattern = try PathPattern("/card/{id}/edit")
    #expect(pattern.values(in: ["card", "7", "edit"])?.map(\.value) == ["7"])
    #expect(pattern.values(in: ["card", "a/b", "edit"])?.map(\.value) == ["a/b"])
    for path in [["card", "7"], ["card", "", "edit"], ["cards", "7", "edit"], ["card", "7", "edit", ""]] {
      #expect(pattern.values(in: path) == nil)
    }
    #expect(try PathPattern("/").values(in: [])?.isEmpty == true)
    // The same letter in another spelling is another path.
    #expect(try PathPattern("/caf\u{E9}").values(in: ["cafe\u{301}"]) == nil)
  }

  @Test func `the pattern with the earlier literal comes first`() throws {
    let all = try ["/{a}/{b}", "/{a}/x", "/y/{b}", "/y/x"].map { path in try PathPattern(path) }
    #expect(all.sorted { $0.precedes($1) }.map(\.description) == ["/y/x", "/y/{b}", "/{a}/x", "/{a}/{b}"])
    #expect(try PathPattern("/{a}/x").isSame(as: PathPattern("/{b}/x")))
    #expect(try !PathPattern("/{a}/x").isSame(as: PathPattern("/y/{b}")))
  }
}

import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct EntityTagTests {
  @Test(arguments: [
    ("\"a\"", true, true), ("W/\"a\"", true, false), ("\"b\"", false, false), ("\"b\", \"a\"", true, true),
    ("*", true, true), ("\"x,y\", W/\"a\"", true, false), ("a", false, false), ("\"a", false, false),
    ("w/\"a\"", false, false),
  ])
  func `If-None-Match compares weakly, If-Match strongly`(header: String, weakly: Bool, strongly: Bool) throws {
    #expect(try Request(.get, "/", headers: [.ifNoneMatch: header]).alreadyHas(EntityTag("a")) == weakly)
    #expect(try Request(.put, "/", headers: [.ifMatch: header]).mayChange(EntityTag("a")) == strongly)
  }

  @Test func `without a condition a GET is answered in full and a change is allowed`() throws {
    let request = try Request(.get, "/")
    #expect(!request.alreadyHas(EntityTag("a")))
    #expect(request.mayChange(EntityTag("a")))
  }

  @Test func `a weak current version never matches strongly`() throws {
    #expect(try !Request(.put, "/", headers: [.ifMatch: "\"a\""]).mayChange(EntityTag("a", isWeak: true)))
    #expect(EntityTag("a", isWeak: true).description == "W/\"a\"")
    #expect(EntityTag("a\"\r\n b").description == "\"ab\"")
  }
}

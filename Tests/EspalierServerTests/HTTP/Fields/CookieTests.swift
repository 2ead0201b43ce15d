import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct CookieTests {
  @Test func `request cookies are read in order and leniently`() {
    let cookies = FormFields(cookiesOf: [.cookie: "a=1; b=\"two\";;junk; =x; c=d=e", "cookie": "a=3"])
    #expect(cookies.pairs.map(\.name) == ["a", "b", "c", "a"])
    #expect(cookies["a"] == "1")
    #expect(cookies["b"] == "two")
    #expect(cookies["c"] == "d=e")
    #expect(cookies["junk"] == nil)
  }

  @Test func `a cookie has safe attributes by default`() throws {
    var cookie = SetCookie("id", "abc")
    #expect(try cookie.headerValue() == "id=abc; Path=/; HttpOnly; SameSite=Lax")
    cookie.maxAge = 60
    cookie.isSecure = true
    cookie.isHTTPOnly = false
    cookie.sameSite = .strict
    cookie.path = "/x"
    #expect(try cookie.headerValue() == "id=abc; Path=/x; Max-Age=60; Secure; SameSite=Strict")
  }

  @Test(arguments: [("a b", "x"), ("", "x"), ("a", "x;y"), ("a", "x\r\nSet-Cookie: b=1"), ("a", "é"), ("a", "x,y")])
  func `a cookie that cannot be written is refused`(name: String, value: String) {
    #expect(throws: HTTPError.self) { try SetCookie(name, value).headerValue() }
  }

  @Test func `two cookies make two lines`() throws {
    var response = Response(.ok)
    try response.set(SetCookie("a", "1"))
    try response.set(SetCookie("b", "2"))
    #expect(response.headers.values(of: .setCookie).count == 2)
  }
}

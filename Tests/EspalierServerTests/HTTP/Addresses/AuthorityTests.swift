import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct AuthorityTests {
  @Test(
    arguments: [
      ("garden.example", "garden.example", nil), ("Garden.Example.:80", "Garden.Example.", 80),
      ("192.0.2.7:65535", "192.0.2.7", 65535),
      ("[::1]", "[::1]", nil), ("[2001:db8::1]:8080", "[2001:db8::1]", 8080),
      ("[::ffff:192.0.2.7]", "[::ffff:192.0.2.7]", nil),
      ("x:", "x", nil), ("my_app", "my_app", nil), ("a%20b", "a%20b", nil), ("", "", nil),
    ] as [(String, String, UInt16?)])
  func `a host and its port are separated`(text: String, host: String, port: UInt16?) {
    let authority = Authority(text)
    #expect(authority?.host == host)
    #expect(authority?.port == port)
  }

  @Test(
    arguments: [
      "x:abc", "x:80:80", "x:65536", "x:-1", "x: 80", "[::1", "::1", "[::1]80", "[::1]x:80", "[]", "[1.2.3.4]", "[g::]",
      "a b",
      "a/b", "me@x", "a,b", "<x>", "a#b", "a?b", "x\u{0}", "é", "x:８０",
    ])
  func `text that is not a host and port is refused`(text: String) { #expect(Authority(text) == nil) }

  @Test func `two spellings of a host name are equal`() {
    #expect(Authority("Garden.Example.:80")?.name == "garden.example")
    #expect(Authority("[::A]")?.name == "[::a]")
  }
}

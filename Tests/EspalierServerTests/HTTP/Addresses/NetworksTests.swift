import Testing

@testable import EspalierHTTP
@testable import EspalierServer

@Suite struct NetworksTests {
  @Test(
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("::", "::"),
      ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
      ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
      ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("fe80::", "fe80::"),
    ])
  func `an address is read in any spelling and written in one`(text: String, canonical: String) {
    #expect(IPAddress(text)?.description == canonical)
  }

  @Test(
    arguments: [
      "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "0x1.2.3.4", "1.2.3.-4", "localhost", ":", ":::",
      "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::", "[::1]", "::1%eth0",
      "::1/64",
      "1.2.3.4::", "::1.2.3", "+1::",
    ])
  func `text that is not an address is not read`(text: String) { #expect(IPAddress(text) == nil) }

  @Test func `loopback addresses are recognised in each spelling`() {
    for text in ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"] {
      #expect(IPAddress(text)?.isLoopback == true)
    }
    for text in ["128.0.0.1", "::2", "::", "::127.0.0.1"] { #expect(IPAddress(text)?.isLoopback == false) }
  }

  @Test(
    arguments: [
      (["127.0.0.1"], "127.0.0.1", true), (["127.0.0.1"], "::ffff:127.0.0.1", true),
      (["127.0.0.1"], "127.0.0.2", false),
      (["10.0.0.0/8"], "10.255.1.2", true), (["10.0.0.0/8"], "11.0.0.0", false), (["0.0.0.0/0"], "203.0.113.9", true),
      (["0.0.0.0/0"], "2001:db8::1", false), (["::/0"], "2001:db8::1", true),
      (["2001:db8::/32"], "2001:db8:1::9", true),
      (["2001:db8::/32"], "2001:db9::", false), (["::1", "192.0.2.0/31"], "192.0.2.1", true),
      (["::1", "192.0.2.0/31"], "192.0.2.2", false), ([], "127.0.0.1", false),
    ] as [([String], String, Bool)])
  func `a set contains its addresses and networks`(texts: [String], address: String, isInside: Bool) throws {
    #expect(try Networks(texts).contains(#require(IPAddress(address))) == isInside)
  }

  @Test(
    arguments: [
      ("proxy", "not an IP address"), ("", "not an IP address"), ("10.0.0.0/33", "0 to 32"), ("::/129", "0 to 128"),
      ("10.0.0.0/", "0 to 32"),
      ("10.0.0.0/-1", "0 to 32"), ("10.0.0.0/8/8", "0 to 32"), ("10.0.0.1/8", "write 10.0.0.0/8"),
      ("2001:db8::1/32", "write 2001:db8::/32"), ("localhost", "write for example 127.0.0.1"),
    ])
  func `text that is not a network is refused with a correct spelling`(text: String, reason: String) {
    let error = #expect(throws: Networks.Invalid.self) { try Networks(["127.0.0.1", text]) }
    #expect(error?.description.contains(reason) == true && error?.description.contains("\"\(text)\"") == true)
  }

  @Test func `all addresses of one IPv6 host count as one client`() {
    #expect(ClientGroup.name(of: "192.0.2.7") == "192.0.2.7")
    #expect(ClientGroup.name(of: "2001:db8:1:2:3:4:5:6") == ClientGroup.name(of: "2001:db8:1:2::9"))
    #expect(ClientGroup.name(of: "2001:db8:1:2::9") != ClientGroup.name(of: "2001:db8:1:3::9"))
    #expect(ClientGroup.name(of: "unknown") == "unknown")
  }
}

import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The address, scheme and host of a client, from the headers that proxies send.
@Suite struct ForwardingTests {
  private static let proxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"]

  private func client(_ headers: Headers) throws -> Client {
    try Client(behind: "127.0.0.1", headers, proxies: Networks(Self.proxies))
  }

  @Test(
    arguments: [
      ("203.0.113.9", "203.0.113.9"), ("203.0.113.9, 10.0.0.1", "203.0.113.9"),
      ("203.0.113.9,10.0.0.1 ,10.2.0.9", "203.0.113.9"),
      ("198.51.100.1, 203.0.113.9", "203.0.113.9"), ("127.0.0.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
      ("203.0.113.9:4711", "203.0.113.9"), ("[2001:db8::7]:4711", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"),
      ("[2001:db8::7]", "2001:db8::7"), ("::ffff:203.0.113.9", "203.0.113.9"), ("\"203.0.113.9\"", "203.0.113.9"),
      ("10.0.0.7", "10.0.0.7"), ("10.0.0.7, 10.0.0.1", "10.0.0.7"), (",, 203.0.113.9 ,", "203.0.113.9"),
      ("2001:db8::7, 2001:db8:ffff::1", "2001:db8::7"), ("\", 203.0.113.9", "203.0.113.9"),
      ("x=\"a, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
    ])
  func `the list of addresses is read from the right, up to the first that is not a known proxy`(
    list: String, address: String
  ) throws {
    let client = try client(["X-Forwarded-For": list])
    #expect(client.address == address && client.isAddressKnown && client.isProxied)
  }

  @Test(
    arguments: [
      ("unknown", "127.0.0.1"), ("_hidden", "127.0.0.1"), ("203.0.113.9, unknown", "127.0.0.1"),
      ("203.0.113.9, unknown, 10.0.0.1", "10.0.0.1"), ("203.0.113.9:99999999", "127.0.0.1"),
      ("203.0.113.9:", "127.0.0.1"),
      ("[2001:db8::7", "127.0.0.1"), ("[203.0.113.9]", "127.0.0.1"), ("2001:db8::7]", "127.0.0.1"),
      ("203.0.113.9 10.0.0.1", "127.0.0.1"), ("' OR 1=1", "127.0.0.1"), ("", "127.0.0.1"), (",", "127.0.0.1"),
      ("203.0.113.009", "127.0.0.1"), ("[::1]x:1", "127.0.0.1"),
    ])
  func `for a hidden or malformed address the nearest proxy's address counts, as unknown`(list: String, address: String)
    throws
  {
    let client = try client(["X-Forwarded-For": list])
    #expect(client.address == address && !client.isAddressKnown)
  }

  @Test func `scheme and host come from the client's entry in the list or from the nearest proxy`() throws {
    let both = try client([
      "X-Forwarded-For": "203.0.113.9, 10.0.0.1", "X-Forwarded-Proto": "https, http",
      "X-Forwarded-Host": "garden.example, inner",
    ])
    #expect(both.isSecure && both.host == "garden.example")
    let nearest = try client([
      "X-Forwarded-For": "198.51.100.1, 203.0.113.9", "X-Forwarded-Proto": "HTTPS",
      "X-Forwarded-Host": "garden.example:8443",
    ])
    #expect(nearest.isSecure && nearest.host == "garden.example:8443" && nearest.address == "203.0.113.9")
    let none = try client(["X-Forwarded-Proto": "http"])
    #expect(!none.isSecure && none.host == nil && !none.isAddressKnown)
    let lines = try client(["X-Forwarded-For": "198.51.100.1", "x-forwarded-for": "203.0.113.9"])
    #expect(lines.address == "203.0.113.9")
  }

  @Test(
    arguments: [
      ("for=203.0.113.9;proto=https;host=garden.example", "203.0.113.9", true, "garden.example"),
      ("For=\"[2001:db8::7]:4711\";Proto=HTTPS", "2001:db8::7", true, nil),
      ("for=\"_a;b,c\";proto=https, for=10.0.0.1", "10.0.0.1", true, nil),
      (
        "for=198.51.100.1;proto=https, for=203.0.113.9;proto=http;host=\"x:80\", for=10.0.0.1", "203.0.113.9", false,
        "x:80"
      ),
      ("for=unknown", "127.0.0.1", false, nil), ("proto=https", "127.0.0.1", true, nil),
      ("for", "127.0.0.1", false, nil),
      ("by=203.0.113.4", "127.0.0.1", false, nil), (";;,=;for=", "127.0.0.1", false, nil),
    ] as [(String, String, Bool, String?)])
  func `the standard header gives the same values`(text: String, address: String, isSecure: Bool, host: String?) throws
  {
    let client = try client(["Forwarded": text])
    #expect(client.address == address)
    #expect(client.isSecure == isSecure)
    #expect(client.host == host)
  }

  @Test(arguments: [
    ["for=10.1.2.3;x=\", for=203.0.113.9"], ["for=10.1.2.3;x=\"", "for=203.0.113.9"], ["x=\"\\\", for=203.0.113.9"],
  ])
  func `an unclosed quote is refused, because it would swallow what the proxy appended`(lines: [String]) {
    let headers = Headers(fields: lines.map { Headers.Field(name: "Forwarded", value: $0) })
    let error = #expect(throws: HTTPError.self) { try client(headers) }
    #expect(error?.status == .badRequest && error?.detail.contains("quote") == true)
  }

  @Test(arguments: ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"])
  func `both families of headers at once are refused, because a client may have sent one of them`(name: String) throws {
    let headers: Headers = ["Forwarded": "for=203.0.113.9", HeaderName(rawValue: name): "198.51.100.1"]
    let error = #expect(throws: HTTPError.self) { try client(headers) }
    #expect(error?.status == .badRequest && error?.detail.contains("configure the proxy to remove") == true)
  }

  @Test(arguments: ["a b", "x/y", "x:abc", "[::1", "me@x", "<script>", "x:99999"])
  func `a forwarded host that is malformed is refused`(host: String) {
    for headers in [["X-Forwarded-Host": host], ["Forwarded": "host=\"\(host)\""]] as [Headers] {
      let error = #expect(throws: HTTPError.self) { try client(headers) }
      #expect(error?.status == .badRequest && error?.detail.contains("not a host with an optional port") == true)
    }
  }

  @Test func `a request has the address, scheme and host that its client used`() throws {
    let client = try client([
      "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "garden.example",
    ])
    let request = Request(
      .get, try RequestTarget("/"), headers: [.host: "127.0.0.1:8080"], body: [], client: client, id: "-")
    #expect(request.remoteAddress == "203.0.113.9" && request.isSecure && request.host == "garden.example")
    let direct = try Request(
      .get, "/", headers: [.host: "here", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "there"])
    #expect(direct.remoteAddress == "127.0.0.1" && !direct.isSecure && direct.host == "here")
  }
}

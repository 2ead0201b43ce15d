import Espalier
import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Events of browsers that send only `Origin`, as over plain HTTP, with and without a proxy.
@Suite struct OriginTests {
  private static func site(_ hosts: [String] = []) -> Site {
    Site(templates: "none", files: "none", hosts: hosts, log: .silent) {
      Page("/shared", title: "Shared") { PlainFormTests.TallyList() }
      Page("/own", title: "Own", scope: .browser) { PlainFormTests.TallyList() }
    }
  }

  /// A known proxy with the host that it forwards.
  private static func proxy(_ host: String? = nil) -> Client {
    Client(address: "192.0.2.7", isProxied: true, isAddressKnown: true, host: host)
  }

  private func press(
    _ site: Site, _ path: String = "/shared", origin: String, host: String,
    client: Client = Client(address: "192.0.2.7"),
    headers more: Headers = [:], load: String? = nil
  ) throws -> (status: Int, text: String) {
    var headers: Headers = [
      .accept: "application/json", .contentType: MediaType.form.description, .host: host, "Origin": origin,
      .cookie: "espalier=\(String(repeating: "a", count: 32))",
    ]
    for field in more.fields { headers[field.name] = field.value }
    let body =
      headers[.contentType] == "application/json"
      ? #"{"node":"tally","event":"quiet"}"# : load.map { "~load=\($0)" } ?? ""
    let query = headers[.contentType] == "application/json" ? "" : "?node=tally&event=quiet"
    let request = Request(
      .post, try RequestTarget("\(path)/events\(query)"), headers: headers, body: Array(body.utf8), client: client,
      id: "-")
    let response = try #require(answer(site, request))
    guard case .bytes(let bytes) = response.body else { return (response.status.code, "") }
    return (response.status.code, String(decoding: bytes, as: UTF8.self))
  }

  @Test(
    arguments: [
      ("http://here", "here", true), ("https://here", "here", true), ("http://here:8080", "here:8080", true),
      ("http://here", "here:80", true), ("https://here", "HERE.:443", true), ("http://[::1]:81", "[::1]:81", true),
      ("http://here:81", "here", false), ("http://here", "here:81", false), ("https://here", "here:80", false),
      ("http://evil.example", "here", false), ("null", "here", false), ("http://here@evil.example", "here", false),
      ("here", "here", false), ("ftp://here", "here", false), ("http://here/", "here", false), ("http://", "", false),
    ])
  func `without a proxy the origin must be the host`(origin: String, host: String, isOwn: Bool) throws {
    let site = Self.site()
    #expect(try press(site, origin: origin, host: host).status == (isOwn ? 200 : 403))
    // An unknown proxy does not change this, nor do headers that a foreign page could not send.
    for headers in [[.press: "1"], [.contentType: "application/json"], ["X-Forwarded-Host": "evil.example"]]
      as [Headers]
    {
      #expect(try press(site, origin: origin, host: host, headers: headers).status == (isOwn ? 200 : 403))
    }
  }

  @Test func `the refusal names the origin, the host and the options to set`() throws {
    let direct = try press(Self.site(), origin: "http://site.test:18080", host: "127.0.0.1:8080")
    for word in ["http://site.test:18080", "127.0.0.1:8080", "--proxies", "X-Forwarded-Host", "--hosts"] {
      #expect(direct.text.contains(word), "\(word)")
    }
    let proxied = try press(Self.site(), origin: "http://site.test:18080", host: "127.0.0.1:8080", client: Self.proxy())
    #expect(proxied.status == 403 && proxied.text.contains("Configure the proxy to forward the host"))
  }

  @Test func `behind a known proxy the origin is compared with the forwarded host`() throws {
    let site = Self.site()
    func status(_ origin: String, _ host: String) throws -> Int {
      try press(site, origin: origin, host: "127.0.0.1:8080", client: Self.proxy(host), headers: [.press: "1"]).status
    }
    #expect(try status("http://site.test:18080", "site.test:18080") == 200)
    // The proxy may leave out the port.
    #expect(try status("http://site.test:18080", "site.test") == 200)
    #expect(try status("http://site.test:18080", "site.test:18081") == 403)
    #expect(try status("http://evil.example", "site.test") == 403)
    #expect(try status("http://127.0.0.1:8080", "site.test") == 403)
  }

  @Test func `behind a known proxy that hides the host, the event must come from one of the site's pages`() throws {
    let (site, named) = (Self.site(), Self.site(["site.test"]))
    func status(
      _ site: Site, _ path: String = "/shared", host: String = "127.0.0.1:8080", headers: Headers = [:],
      load: String? = nil
    ) throws -> Int {
      try press(
        site, path, origin: "http://site.test:18080", host: host, client: Self.proxy(), headers: headers, load: load
      ).status
    }
    #expect(try status(site) == 403)
    #expect(try status(named) == 200)
    #expect(
      try press(named, origin: "http://evil.example", host: "127.0.0.1", client: Self.proxy(), headers: [.press: "1"])
        .status == 403)
    #expect(try press(named, origin: "http://evil.example", host: "127.0.0.1", client: Self.proxy()).status == 403)
    #expect(try status(site, headers: [.press: "1"]) == 200)
    #expect(try status(site, headers: [.contentType: "application/json"]) == 200)
    // The host itself without a port: another port of the host is another origin, but looks the same here.
    #expect(try status(site, host: "site.test") == 403)
    #expect(try status(site, host: "site.test", headers: [.press: "1"]) == 200)
    // A plain form names an instance that no other client can know. Everybody knows the instance of a shared page.
    let browser = String(repeating: "a", count: 32)
    let own = try site.core.instance(of: #require(try site.core.page(at: "/own")), for: browser).id
    #expect(try status(site, "/own", load: "\(own).\(RandomID.short())") == 200)
    #expect(try status(site, "/own") == 403)
    #expect(try status(site, "/own", load: "\(RandomID.next()).\(RandomID.short())") == 403)
    let shared = try site.core.instance(of: #require(try site.core.page(at: "/shared"))).id
    #expect(try status(site, "/shared", load: "\(shared).\(RandomID.short())") == 403)
  }
}

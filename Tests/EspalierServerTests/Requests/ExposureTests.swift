import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

/// Who may read `/metrics` and `/faults`.
struct ExposureTests {
  @Test(
    arguments: [
      ("off", .off), ("everyone", .everyone), ("9090", .port(9090)), ("0.0.0.0:9090", .port(9090, host: "0.0.0.0")),
      ("[::1]:9090", .port(9090, host: "[::1]")), ("localhost:0", .port(0, host: "localhost")),
      ("::1", .addresses(["::1"])),
      ("127.0.0.1", .addresses(["127.0.0.1"])), ("127.0.0.1, 10.0.0.0/8", .addresses(["127.0.0.1", "10.0.0.0/8"])),
    ] as [(String, Exposure)])
  func `an option is parsed`(text: String, exposure: Exposure) throws {
    #expect(try Exposure(parsing: text) == exposure)
  }

  @Test(arguments: ["", "loopback", "70000", "127.0.0.1:99999", "10.0.0.1/8", "127.0.0.1,", "on"])
  func `an option that cannot be parsed is refused with the accepted values`(text: String) {
    let error = #expect(throws: SiteError.self) { try Exposure(parsing: text) }
    #expect(error?.description.contains("off, everyone, or a separate port") == true)
  }

  private func request(_ headers: Headers, _ client: Client) throws -> Request {
    Request(.get, try RequestTarget("/metrics"), headers: headers, body: [], client: client, id: "-")
  }

  @Test(
    arguments: [
      ("127.0.0.1", [:], true), ("10.8.0.1", [:], true), ("::1", [:], true), ("::ffff:127.0.0.1", [:], true),
      ("192.0.2.7", [:], false), ("2001:db8::1", [:], false), ("unknown", [:], false),
      ("127.0.0.1", ["X-Forwarded-For": "192.0.2.7"], false), ("127.0.0.1", ["X-Forwarded-For": "127.0.0.1"], false),
      ("::1", ["Forwarded": "for=192.0.2.7"], false), ("127.0.0.1", ["Via": "1.1 proxy"], false),
      ("127.0.0.1", ["X-Real-IP": "127.0.0.1"], false),
    ] as [(String, Headers, Bool)])
  func `a listed address is admitted if it forwards for no other client`(
    address: String, headers: Headers, admitted: Bool
  )
    throws
  {
    let request = try request(headers, Client(address: address))
    #expect(try PathAccess(.addresses(["127.0.0.1", "::1", "10.0.0.0/8"])).admits(request) == admitted)
    #expect(try PathAccess(.everyone).admits(request))
    #expect(try !PathAccess(.off).admits(request))
    #expect(try !PathAccess(.port(9090)).admits(request))
  }

  @Test(
    arguments: [
      ("192.0.2.7", true, true), ("192.0.2.8", true, false), ("192.0.2.7", false, false),
    ])
  func `behind a known proxy the client's address counts, if the proxy forwards it`(
    address: String, isKnown: Bool, admitted: Bool
  ) throws {
    let client = Client(address: address, isProxied: true, isAddressKnown: isKnown)
    let access = try PathAccess(.addresses(["192.0.2.7"]))
    #expect(access.admits(try request(["X-Forwarded-For": address], client)) == admitted)
  }

  private func site(_ metrics: Exposure, faults: Exposure = .off, proxies: [String] = []) -> Site {
    Site(
      templates: "none", files: "none", metrics: metrics, proxies: proxies, log: .silent,
      tools: [.inspector(faults: faults)]
    ) {}
  }

  @Test func `a malformed network is a startup error that names the option`() {
    let sites = [
      ("metrics", site(.addresses(["x"]))), ("faults", site(.off, faults: .addresses(["10.0.0.1/8"]))),
      ("proxies", site(.off, proxies: ["proxy.example"])),
    ]
    for (name, site) in sites {
      let error = #expect(throws: SiteError.self) { try site.check() }
      #expect(error?.code == .access && error?.reason.hasPrefix("\(name): ") == true)
    }
    let server = HTTPServer(
      configuration: HTTPConfiguration(port: 0, log: .silent, proxies: ["x"]),
      responder: TestServer.Scripted { _, _ in })
    #expect(throws: ServerError.self) { try server.start() }
  }

  @Test func `a separate port answers its path and nothing else, and the site's port does not answer that path`() throws
  {
    let server = try site(.port(0), faults: .port(0)).server(HTTPConfiguration(port: 0, log: .silent))
    let port = try server.start().port
    defer { server.stop() }
    let own = try server.beside.map { try #require($0.bound) }
    #expect(own.count == 2 && own.allSatisfy { $0.host == "127.0.0.1" })
    func status(_ path: String, _ port: UInt16, host: String = "127.0.0.1") throws -> Int? {
      let client = try RawClient(port)
      client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      return client.reply()?.status
    }
    #expect(try status("/metrics", own[0].port) == 200)
    #expect(try status("/faults", own[1].port) == 200)
    for path in ["/metrics", "/faults"] { #expect(try status(path, port) == 404) }
    for path in ["/", "/faults", "/healthz", "\(BrowserClient.folder)/espalier.js", "/%6detrics"] {
      #expect(try status(path, own[0].port) == 404)
    }
    #expect(try status("/metrics", own[0].port, host: "evil.example") == 421)
    server.stop()
    #expect(throws: RawClient.Failure.self) { try RawClient(own[0].port) }
  }

  @Test func `two paths on one port share a server, and a port in use is a startup error`() throws {
    let taken = try TestServer()
    let shared = site(.port(taken.port), faults: .port(taken.port)).serversBeside(HTTPConfiguration(log: .silent))
    #expect(shared.count == 1)
    let server = try site(.port(taken.port)).server(HTTPConfiguration(port: 0, log: .silent))
    let error = #expect(throws: ServerError.self) { try server.start() }
    #expect(error?.code == .portInUse && error?.detail.contains("\(taken.port)") == true)
  }
}

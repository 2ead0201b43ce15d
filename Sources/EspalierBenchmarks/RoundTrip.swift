import Espalier
import EspalierHTTP
import EspalierServer

/// Measures an event that is posted over HTTP and answered with its patch, against a fixed reply of the same server.
enum RoundTrip {
  private static let compact = "application/vnd.espalier.patch+json"
  private static let crowd = 64

  static func run(_ report: Report) throws {
    var limits = Limits()
    limits.http.connectionsPerAddress = 0
    limits.pages.eventsPerSecond = 0
    limits.pages.eventWork = .zero
    limits.pages.eventsPerAddress = 0
    limits.pages.instancesPerSecond = 0
    let site = Site(templates: "none", files: "none", limits: limits, log: .silent) {
      Page("/count", title: "Count") { CounterList(rows: 200) }
      Page("/own", title: "Count", scope: .browser) { CounterList(rows: 200) }
    }
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    let address = try server.start()
    defer { server.stop() }
    try measureOne(address, report)
    try measureCrowd(address, report)
  }

  private static func fixedReply(_ address: BoundAddress) -> [UInt8] {
    Array("GET /healthz HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8)
  }

  private static func event(
    _ address: BoundAddress, _ path: String, _ accept: String, _ fields: String = ""
  ) -> [UInt8] {
    let body = "data="
    return Array(
      """
      POST \(path)/events?node=counter&event=add HTTP/1.1\r\nHost: \(address)\r\nAccept: \(accept)\r\n\(fields)\
      Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """.utf8)
  }

  private static func measureOne(_ address: BoundAddress, _ report: Report) throws {
    report.begin(
      "An event posted over HTTP to a page of 200 rows, one keep-alive connection",
      against: "GET /healthz, a fixed reply of the same server")
    guard let client = Client(port: address.port) else { throw Unreachable() }
    let fixed = fixedReply(address)
    func event(_ accept: String) -> [UInt8] { Self.event(address, "/count", accept) }
    func measure(_ name: String, _ request: [UInt8]) {
      report.compare(name, calls: 1000, { precondition(client.status(of: request) == 200) }) {
        precondition(client.status(of: fixed) == 200)
      }
    }
    measure("answered with the compact patch", event(compact))
    measure("answered with the RFC 6902 patch", event("application/json-patch+json"))
    measure("answered with the receipt", event("application/json"))
    measure("the page itself, unchanged", Array("GET /count HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8))
  }

  /// Measures many connections that all have a request on the way, so that the loops of the server never wait for one client.
  private static func measureCrowd(_ address: BoundAddress, _ report: Report) throws {
    report.begin(
      "An event posted over HTTP to a page of 200 rows, \(crowd) keep-alive connections at once",
      against: "GET /healthz over the same connections")
    let clients = try (0..<crowd).map { _ in
      guard let client = Client(port: address.port) else { throw Unreachable() }
      return client
    }
    func ask(_ requests: [[UInt8]]) {
      for (client, request) in zip(clients, requests) { precondition(client.begin(request)) }
      for client in clients { precondition(client.status() == 200) }
    }
    let fixed = [[UInt8]](repeating: fixedReply(address), count: crowd)
    func measure(_ name: String, _ requests: [[UInt8]]) {
      report.compare(name, calls: 50, { ask(requests) }) { ask(fixed) }
    }
    measure(
      "on one shared page", [[UInt8]](repeating: event(address, "/count", compact), count: crowd))
    let own = clients.map { client in
      let secret = client.get("/own").split(separator: "espalier=").dropFirst().first?.prefix { $0 != ";" } ?? ""
      return event(address, "/own", compact, "Cookie: espalier=\(secret)\r\nOrigin: http://\(address)\r\n")
    }
    measure("on \(crowd) pages of their own", own)
  }
}

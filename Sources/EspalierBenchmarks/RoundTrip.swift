import Espalier
import EspalierHTTP
import EspalierServer

/// Measures an event that is posted over HTTP and answered with its patch, against a fixed reply of the same server.
enum RoundTrip {
  static func run(_ report: Report) throws {
    report.begin(
      "An event posted over HTTP to a page of 200 rows, one keep-alive connection",
      against: "GET /healthz, a fixed reply of the same server")
    var limits = PageLimits()
    limits.eventsPerSecond = 0
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/count", title: "Count") { CounterList(rows: 200) }
    }
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    let address = try server.start()
    defer { server.stop() }
    guard let client = Client(port: address.port) else { throw Unreachable() }
    let fixed = Array("GET /healthz HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8)
    func event(_ accept: String) -> [UInt8] {
      let body = "data="
      return Array(
        """
        POST /count/events?node=counter&event=add HTTP/1.1\r\nHost: \(address)\r\nAccept: \(accept)\r\n\
        Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
        """.utf8)
    }
    func measure(_ name: String, _ request: [UInt8]) {
      report.compare(name, calls: 1000, { precondition(client.status(of: request) == 200) }) {
        precondition(client.status(of: fixed) == 200)
      }
    }
    measure("answered with the compact patch", event("application/vnd.espalier.patch+json"))
    measure("answered with the RFC 6902 patch", event("application/json-patch+json"))
    measure("answered with the receipt", event("application/json"))
    measure("the page itself, unchanged", Array("GET /count HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8))
  }
}

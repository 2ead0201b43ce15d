import EspalierLocks
import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

/// The host names that a site answers to, and what it does not reveal under others.
@Suite struct HostNamesTests {
  private func site(_ hosts: [String] = [], metrics: Exposure = .addresses(["127.0.0.1"])) -> Site {
    Site(
      templates: "none", files: "none", metrics: metrics, hosts: hosts, log: .silent,
      tools: [.inspector(faults: metrics)]
    ) {
      Page("/list", title: "List") { ContainerModel() }
    }
  }

  private func status(_ path: String, at host: String?, of site: Site) throws -> Int? {
    let headers: Headers = host.map { [.host: $0] } ?? [:]
    let statuses = Lock<[Int]>([])
    site.responder.respond(
      to: try Request(.get, path, headers: headers),
      Answer { reply in statuses.withLock { $0.append(reply.status.code) } })
    return statuses.withLock { $0.first }
  }

  private static let places = ["localhost", "LocalHost:8080", "localhost.", "127.0.0.1", "192.0.2.7:80", "[::1]:8080"]
  private static let strangers = [
    "evil.example", "evil.example:80", "localhost.evil.example", "1.2.3.4.evil.example", "", "1.2.3",
  ]

  @Test(arguments: ["/metrics", "/faults"])
  func `replies meant for this machine are refused under a foreign host name`(path: String) throws {
    let site = site()
    for host in Self.places { #expect(try status(path, at: host, of: site) == 200) }
    for host in Self.strangers { #expect(try status(path, at: host, of: site) == 421) }
    #expect(try status(path, at: nil, of: site) == 200)
  }

  @Test func `without a list of hosts a page and public metrics are served under any name`() throws {
    for host in Self.places + Self.strangers { #expect(try status("/list", at: host, of: site()) == 200) }
    #expect(try status("/metrics", at: "evil.example", of: site(metrics: .everyone)) == 200)
  }

  @Test(arguments: ["/list", "/list/patches?format=json", "/metrics", "/faults", "/nothing"])
  func `with a list of hosts other names are refused`(path: String) throws {
    let site = site(["garden.example"], metrics: .everyone)
    let found = path == "/nothing" ? 404 : 200
    for host in Self.places + ["garden.example", "Garden.Example:443", "garden.example."] {
      #expect(try status(path, at: host, of: site) == found)
    }
    for host in Self.strangers + ["www.garden.example"] { #expect(try status(path, at: host, of: site) == 421) }
  }

  @Test func `health checks need no host name`() throws {
    for path in ["/healthz", "/readyz"] {
      #expect(try status(path, at: "10-1-2-3.pod", of: site(["garden.example"])) == 200)
    }
  }
}

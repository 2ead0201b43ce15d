import CCallgrind
import CFixedReply
import Espalier
import EspalierHTTP
import EspalierServer
import Foundation

/// The servers whose instructions per request `scripts/bench instructions` counts: a site with pages of 20 rows, and a C
/// program on the same library.
enum RequestServer {
  /// The command-line argument that makes this program these servers.
  static let word = "request-server"

  /// Prints a line with the ports of the site and of the C program. Then it reads lines until standard input ends: `begin`
  /// sets callgrind's counters to zero, `end NAME` makes callgrind write them to a dump with this name. Each is answered
  /// with `done`.
  static func run() throws {
    var limits = Limits()
    limits.http.connectionsPerAddress = 0
    limits.pages.eventsPerSecond = 0
    limits.pages.eventWork = .zero
    limits.pages.instancesPerSecond = 0
    let site = Site(templates: "none", files: "none", limits: limits, log: .silent) {
      Page("/shared", title: "Count") { CounterList(rows: 20) }
      Page("/own", title: "Count", scope: .browser) { CounterList(rows: 20) }
    }
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    say("\(try server.start().port) \(fixed_reply_start())")
    while let line = readLine() {
      if line == "begin" { callgrind_begin() }
      if line.hasPrefix("end ") {
        // Safe: both texts live as long as the call.
        unsafe callgrind_end("requests", String(line.dropFirst(4)))
      }
      say("done")
    }
    server.stop()
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

import EspalierHTTP
import EspalierServer

/// The command line.
struct Options {
  /// A word on the command line that is not understood.
  struct Invalid: Error, CustomStringConvertible {
    let description: String
  }

  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var templates = "Templates"
  var files = "Public"
  var sources = "Sources/EspalierDemos"
  /// Where pages keep their state; nil for nowhere.
  var data: String? = "espalier.sqlite"
  var isDevelopment = false
  var logLevel = LogLevel.info
  var metrics = Exposure.off
  var faults = Exposure.off
  var hosts: [String] = []
  var proxies: [String] = []
  var drainDelay = Duration.zero
  var pace = 1.0
  var healthURL: String?
  var wantsHelp = false

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let word = rest.popFirst() {
      // `--port=80` and `--port 80` are the same.
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      func value() throws -> String {
        if parts.count == 2 { return parts[1] }
        guard let next = rest.popFirst() else { throw Invalid(description: "\(word) needs a value; see --help") }
        return next
      }
      switch parts.first {
      case "--host": host = try value()
      case "--port":
        let text = try value()
        guard let number = UInt16(text) else {
          throw Invalid(description: "--port must be a number from 0 to 65535, not \"\(text)\"")
        }
        port = number
      case "--templates": templates = try value()
      case "--public": files = try value()
      case "--sources": sources = try value()
      case "--data":
        let path = try value()
        data = path == "none" ? nil : path
      case "--development": isDevelopment = true
      case "--log":
        let text = try value()
        guard let level = LogLevel.allCases.first(where: { $0.name == text }) else {
          let known = LogLevel.allCases.map(\.name).joined(separator: ", ")
          throw Invalid(description: "--log must be one of \(known), not \"\(text)\"")
        }
        logLevel = level
      case "--metrics": metrics = try exposure("--metrics", value())
      case "--faults": faults = try exposure("--faults", value())
      case "--hosts": hosts = try value().split(separator: ",").map(String.init)
      case "--proxies": proxies = try value().split(separator: ",").map(String.init)
      case "--drain":
        let text = try value()
        guard let seconds = Double(text), (0...3600).contains(seconds) else {
          throw Invalid(description: "--drain must be a number of seconds from 0 to 3600, not \"\(text)\"")
        }
        drainDelay = .seconds(seconds)
      case "--pace":
        let text = try value()
        guard let factor = Double(text), (0.1...1000).contains(factor) else {
          throw Invalid(description: "--pace must be a number from 0.1 to 1000, not \"\(text)\"")
        }
        pace = factor
      case "--check": healthURL = try value()
      case "--help", "-h": wantsHelp = true
      default: throw Invalid(description: "unknown option \(word); see --help")
      }
    }
  }

  private func exposure(_ option: String, _ text: String) throws -> Exposure {
    do { return try Exposure(parsing: text) } catch { throw Invalid(description: "\(option): \(error)") }
  }

  static let help = """
    Serves the Espalier demos.

      --host ADDRESS     the address to listen on (127.0.0.1; 0.0.0.0 for all)
      --port NUMBER      the port (8080; 0 for any free one)
      --templates DIR    the folder with the templates (Templates)
      --public DIR       the folder with the static files (Public)
      --sources DIR      the folder with the demos' sources, which their pages show (Sources/EspalierDemos)
      --data FILE        the file in which pages keep their state over restarts (espalier.sqlite; none for no file)
      --development      take up changed templates at once; PAGE/tree draws a tree
      --log LEVEL        debug, info, warning, error or silent (info)
      --metrics WHO      where /metrics is: off, everyone, a port of its own (9090, 0.0.0.0:9090), or the addresses and
                         networks that may read it (127.0.0.1,10.0.0.0/8) (off)
      --faults WHO       the same for /faults, which makes the network bad, with --development only (off)
      --hosts NAMES      the names under which the server may be asked, with commas between them (any)
      --proxies WHO      the addresses and networks of proxies whose Forwarded or X-Forwarded headers are believed (none)
      --drain SECONDS    go on serving after SIGTERM while /readyz says 503, so that a load balancer notices (0)
      --pace FACTOR      how many times as fast the demos that pretend to wait do so (1)
      --check URL        ask a running server whether it is well (/healthz) or ready (/readyz), and exit 0 if it is
      --help             this text
    """
}

import EspalierServer

/// The options of the command line.
struct Options {
  /// The command line is invalid.
  struct Invalid: Error, CustomStringConvertible {
    let description: String
  }

  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var templates = "Templates"
  var files = "Public"
  var sources = "Sources/EspalierDemos"
  /// The database file in which pages store their state; nil stores nothing.
  var data: String? = "espalier.sqlite"
  /// The database of a cluster, and where its other servers reach this one; nil for a site on one machine.
  var cluster: (url: String, address: String)?
  /// The database file of the demos' tables; nil for a temporary one.
  var tables: String? = "demos.sqlite"
  /// The PostgreSQL database of the demos' tables; nil for a file.
  var postgres: String?
  /// The database file that the demo of any database shows; nil for that of the demos' tables.
  var database: String?
  var isDevelopment = false
  var logLevel = LogLevel.info
  var metrics = Exposure.off
  var faults = Exposure.off
  var hosts: [String] = []
  var proxies: [String] = []
  /// The path below which a proxy serves the demos; empty for none.
  var prefix = ""
  /// The files for TLS; nil for plain HTTP.
  var tls: TLSFiles?
  var drainDelay = Duration.zero
  var pace = 1.0
  var healthURL: String?
  var wantsHelp = false

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    var certificate: String?
    var key: String?
    var (url, address): (String?, String?)
    while let word = rest.popFirst() {
      // `--port=80` and `--port 80` mean the same.
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
      case "--cluster": url = try value()
      case "--peers": address = try value()
      case "--tables":
        let path = try value()
        tables = path == "none" ? nil : path
      case "--postgres": postgres = try value()
      case "--database": database = try value()
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
      case "--prefix": prefix = try value()
      case "--certificate": certificate = try value()
      case "--key": key = try value()
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
    guard (certificate == nil) == (key == nil) else {
      throw Invalid(description: "TLS needs both --certificate and --key; name the PEM files of both")
    }
    guard (url == nil) == (address == nil) else {
      throw Invalid(description: "a cluster needs both --cluster with its database and --peers with an address")
    }
    if let url, let address { cluster = (url, address) }
    if let certificate, let key { tls = TLSFiles(certificate: certificate, key: key) }
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
      --sources DIR      the folder with the source code that the demo pages show (Sources/EspalierDemos)
      --data FILE        the file that stores the state of pages across restarts (espalier.sqlite; none for no file)
      --cluster URL      the PostgreSQL database of a site of several servers, instead of --data; see scripts/cluster
      --peers ADDRESS    the address and port at which the other servers reach this one, as in 127.0.0.1:7001
      --tables FILE      the database file of the demos that have one (demos.sqlite; none for a temporary file)
      --postgres URL     the PostgreSQL database of /people and /live-table, instead of --tables
      --database FILE    any SQLite file, which /database shows and never changes (that of the demos' tables)
      --development      reload changed templates at once, and show the tree of each page at PAGE/tree
      --log LEVEL        the least severe messages to log: debug, info, warning, error or silent (info)
      --metrics WHO      who can read /metrics: off, everyone, a separate port (9090, 0.0.0.0:9090), or a list of
                         addresses and networks (127.0.0.1,10.0.0.0/8) (off)
      --faults WHO       who can open /faults, which simulates a bad network: the same values as for --metrics;
                         needs --development (off)
      --hosts NAMES      the host names that the server answers to, separated by commas (any)
      --proxies WHO      the addresses and networks of trusted proxies: the server uses their Forwarded and
                         X-Forwarded headers (none)
      --prefix PATH      the path below which a proxy serves the demos, for example /app (none)
      --certificate FILE the server's certificate in PEM, to speak HTTPS without a proxy; needs --key (plain HTTP)
      --key FILE         the private key of the certificate in PEM, without a passphrase
      --drain SECONDS    keep serving for this time after SIGTERM while /readyz answers 503, so that a load balancer
                         stops sending requests (0)
      --pace FACTOR      make the simulated waits of the demos this many times shorter (1)
      --check URL        request /healthz (alive) or /readyz (ready) of a running server; exit with 0 if it answers 200
      --help             show this text
    """
}

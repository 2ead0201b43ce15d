import Espalier
import EspalierHTTP
import EspalierServer
import Foundation

/// The server that `Streams` measures: a page with one counter and a few rows, shared by all viewers.
enum StreamServer {
  /// The command-line argument that makes this program the server.
  static let word = "stream-server"

  /// Prints a line with the port, then serves until standard input ends.
  static func run() throws {
    var limits = Limits()
    limits.http.connectionsPerAddress = 0
    let site = Site(templates: "none", files: "none", limits: limits, metrics: .everyone, log: .silent) {
      Page("/count", title: "Count") { CounterList(rows: 20) }
    }
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    print(try server.start().port)
    fflush(nil)
    while readLine() != nil {}
    server.stop()
  }

  /// A second process of this program, as the server. It ends when this object is deallocated.
  final class Process {
    let port: UInt16
    private let process = Foundation.Process()
    private let input = Pipe()

    struct Silent: Error {}

    init() throws {
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [StreamServer.word]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      guard let port = UInt16(line.filter(\.isNumber)) else { throw Silent() }
      self.port = port
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }
}

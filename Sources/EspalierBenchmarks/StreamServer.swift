import CFixedReply
import Espalier
import EspalierHTTP
import EspalierServer
import Foundation

/// The server that `Streams` measures: a page with one counter and a few rows, shared by all viewers.
enum StreamServer {
  /// The command-line argument that makes this program the server.
  static let word = "stream-server"

  /// The argument that makes it the C program on the same library instead.
  static let baselineWord = "stream-baseline"

  /// Prints a line with the port, then serves until standard input ends.
  static func runBaseline() {
    print(fixed_stream_start(UInt32(HTTPLimits().headerMemory), 10_000))
    fflush(nil)
    while readLine() != nil {}
  }

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

    init(_ word: String = StreamServer.word) throws {
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [word]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      guard let port = UInt16(line.filter(\.isNumber)) else { throw Silent() }
      self.port = port
    }

    /// The resident memory in bytes.
    var memory: Int {
      let file = "/proc/\(process.processIdentifier)/statm"
      let pages = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: " ").dropFirst().first
      return (pages.flatMap { Int($0) } ?? 0) * 4096
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }
}

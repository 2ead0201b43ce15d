import Foundation
import Glibc

/// Opens thousands of streams of one page, and then makes one change. Measures the cost of an idle stream, and checks
/// that the change is rendered and encoded once. The server is a separate process, so that its memory can be measured.
enum Streams {
  private struct Failure: Error { let reason: String }

  static func run(_ report: Report) throws {
    // Fewer streams would not be visible in the resident memory.
    let count = report.isShort ? 500 : 5_000
    raiseDescriptorLimit()
    let baseline = "the same streams of a C program on libmicrohttpd, with the same pool"
    report.begin("5,000 idle streams of one shared page, and one change", against: baseline)
    let bare = try measureBaseline(count)
    let server = try StreamServer.Process()
    defer { withExtendedLifetime(server) {} }
    let client = try client(of: server)
    let (warm, viewers, bytes) = try memory(of: count, on: server) { port in
      try OpenConnection(port: port, to: "/count/patches", until: "event: snapshot")
    }
    report.add("resident memory of an idle stream, connection included", bytes, "bytes", against: bare.bytes)
    // A first change, for everything that the server makes only once.
    try change(client, warm + viewers, version: 1)
    let idle = try samples(client)

    let start = ContinuousClock.now
    let reply = try change(client, warm + viewers, version: 2)
    let time = ContinuousClock.now - start
    report.add("from the event to the last of its viewers", time / .milliseconds(1), "ms", against: bare.time)
    let after = try samples(client)
    for (name, what) in [
      ("espalier_renders_total", "cells rendered for the change"),
      ("espalier_patches_total", "versions for the change"),
      ("espalier_patch_encodings_total{dialect=\"dom\"}", "patches encoded for the change"),
    ] {
      let number = after[name] - idle[name]
      guard number == 1 else { throw Failure(reason: "\(number) \(what), not 1") }
      report.add(what, Double(number), "", against: Double(count), baseline: "5,000 viewers")
    }
    report.add(
      "the same time", time / .milliseconds(1), "ms", against: reply / .milliseconds(1),
      baseline: "to the reply to the sender")
  }

  /// Posts the event and reads until all viewers have its patch. Returns how long the reply took.
  @discardableResult
  private static func change(_ client: Client, _ viewers: [OpenConnection], version: Int) throws -> Duration {
    let start = ContinuousClock.now
    guard client.status(of: press) == 200 else { throw Failure(reason: "the event was refused") }
    let reply = ContinuousClock.now - start
    for viewer in viewers where !viewer.hears(version: version) { throw Failure(reason: "a viewer got no patch") }
    return reply
  }

  /// Measures the C program: the memory of an idle stream in bytes, and the time of one change in milliseconds.
  private static func measureBaseline(_ count: Int) throws -> (bytes: Double, time: Double) {
    let server = try StreamServer.Process(StreamServer.baselineWord)
    let client = try client(of: server)
    let (warm, viewers, bytes) = try memory(of: count, on: server) { port in
      try OpenConnection(port: port, to: "/count/patches", until: "event: snapshot")
    }
    try change(client, warm + viewers, version: 1)
    let start = ContinuousClock.now
    try change(client, warm + viewers, version: 2)
    return withExtendedLifetime(server) { (bytes, (ContinuousClock.now - start) / .milliseconds(1)) }
  }

  /// Opens connections to a server and returns the memory that each takes there. Opens some first, for everything that
  /// the server makes only once.
  private static func memory(
    of count: Int, on server: StreamServer.Process, _ open: (UInt16) throws -> OpenConnection
  ) throws -> (warm: [OpenConnection], connections: [OpenConnection], bytes: Double) {
    let warm = try (0..<20).map { _ in try open(server.port) }
    let before = server.memory
    let connections = try (0..<count).map { _ in try open(server.port) }
    let bytes = server.memory - before
    return (warm, connections, Double(bytes) / Double(count))
  }

  private static let residentMemory = "process_resident_memory_bytes"

  private static func client(of server: StreamServer.Process) throws -> Client {
    guard let client = Client(port: server.port) else { throw Failure(reason: "the server does not listen") }
    return client
  }

  private static func samples(_ client: Client) throws -> Samples {
    let samples = Samples(client.get("/metrics"))
    guard samples[residentMemory] > 0 else { throw Failure(reason: "/metrics does not answer") }
    return samples
  }

  private static let press: [UInt8] = Array(
    """
    POST /count/events?node=counter&event=add HTTP/1.1\r\nHost: x\r\nAccept: application/json-patch+json\r\n\
    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\ndata=
    """.utf8)

  /// Raises the limit of open descriptors to the system's maximum. The server process inherits it.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    // Safe: both calls get a local variable.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// A connection that stays open, and is read only when a reply or a patch is expected.
private final class OpenConnection {
  private let socket: Int32
  private var text = ""

  struct Refused: Error {}

  /// Returns a request as long as a browser's.
  private static func request(_ path: String) -> [UInt8] {
    Array(
      """
      GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: keep-alive\r\nAccept: text/event-stream\r\n\
      Cache-Control: no-cache\r\nAccept-Language: en-GB,en;q=0.9,de;q=0.8\r\n\
      Accept-Encoding: gzip, deflate, br, zstd\r\n\
      User-Agent: Mozilla/5.0 (X11; Linux x86_64) \
      AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n\
      Referer: http://127.0.0.1:8080/count\r\nSec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\n\
      Sec-Fetch-Site: same-origin\r\n\r\n
      """.utf8)
  }

  /// Sends a request and reads until its reply contains a text.
  init(port: UInt16, to path: String, until wanted: String) throws {
    guard let socket = connected(to: port) else { throw Refused() }
    self.socket = socket
    let request = Self.request(path)
    // Safe: the array has the given length.
    guard unsafe send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count, reads(wanted)
    else { throw Refused() }
  }

  deinit { close(socket) }

  /// Reads until the patch to a version arrives. Returns false if the connection ends before.
  func hears(version: Int) -> Bool { reads(".\(version)\nevent: patch") }

  private func reads(_ wanted: String) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.contains(wanted) {
      // Safe: the buffer is an array of the given length.
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    text = ""
    return true
  }
}

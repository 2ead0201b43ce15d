import Foundation
import Glibc

/// Thousands of streams of one page that nobody changes, and then one change: what each costs while it is idle, and whether the change
/// is rendered and encoded once. The server is a process of its own, so that its memory is not ours.
enum Streams {
  private struct Failure: Error { let reason: String }

  static func run() throws {
    try run(viewers: 5_000)
  }

  static func run(viewers count: Int) throws {
    raiseDescriptorLimit()
    let server = try StreamServer.Process()
    guard let client = Client(port: server.port) else { throw Failure(reason: "nobody listens") }
    print("\n\(count) idle streams of one shared page, and one change")
    // One of each, so that what is made once is made before.
    var warm: [IdleViewer] = []
    for _ in 0..<20 { warm.append(try IdleViewer(port: server.port)) }
    guard client.status(of: press) == 200 else { throw Failure(reason: "the event was refused") }
    for viewer in warm where !viewer.hears(version: 1) { throw Failure(reason: "a viewer did not hear") }
    let before = Samples(client.get("/metrics"))

    let viewers = try (0..<count).map { _ in try IdleViewer(port: server.port) }
    let idle = Samples(client.get("/metrics"))
    let bytes = (idle["process_resident_memory_bytes"] - before["process_resident_memory_bytes"]) / count
    print(pad("  resident memory of an idle viewer, connection included", 60), bytes, "bytes")

    let start = ContinuousClock.now
    guard client.status(of: press) == 200 else { throw Failure(reason: "the event was refused") }
    for viewer in viewers where !viewer.hears(version: 2) { throw Failure(reason: "a viewer did not hear") }
    let time = ContinuousClock.now - start
    let after = Samples(client.get("/metrics"))
    for (name, what) in [
      ("espalier_renders_total", "cells rendered"), ("espalier_patches_total", "versions"),
      ("espalier_patch_encodings_total{dialect=\"dom\"}", "patches encoded"),
    ] { print(pad("  \(what) for the change", 60), after[name] - idle[name]) }
    print(pad("  from the event to the last of its viewers", 60), "\(rounded(time / .milliseconds(1))) ms")
    withExtendedLifetime((warm, viewers, server)) {}
  }

  private static let press: [UInt8] = Array(
    """
    POST /count/events?node=counter&event=add HTTP/1.1\r\nHost: x\r\nAccept: application/json-patch+json\r\n\
    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\ndata=
    """.utf8)

  /// As many descriptors as the system lets us have: the process that is started inherits it.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    // Safe: both calls get a local.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// A stream that is open and read only when something should have come.
private final class IdleViewer {
  private let socket: Int32
  private var text = ""

  struct Refused: Error {}

  /// As long as a browser's.
  private static let request = Array(
    """
    GET /count/patches HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: keep-alive\r\nAccept: text/event-stream\r\n\
    Cache-Control: no-cache\r\nAccept-Language: en-GB,en;q=0.9,de;q=0.8\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\
    User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n\
    Referer: http://127.0.0.1:8080/count\r\nSec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n\r\n
    """.utf8)

  /// Opens a stream and waits for its head, and for the snapshot behind it.
  init(port: UInt16) throws {
    guard let socket = connected(to: port) else { throw Refused() }
    self.socket = socket
    let request = Self.request
    // Safe: the array is as long as the length given.
    guard unsafe send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count,
      reads("event: snapshot")
    else { throw Refused() }
  }

  deinit { close(socket) }

  /// Whether the patch to a version comes.
  func hears(version: Int) -> Bool { reads(".\(version)\nevent: patch") }

  private func reads(_ wanted: String) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.contains(wanted) {
      // Safe: the buffer is an array of the length given.
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    text = ""
    return true
  }
}

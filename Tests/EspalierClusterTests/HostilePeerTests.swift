import Espalier
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import Glibc
import Testing

@testable import EspalierCluster
@testable import EspalierHTTP

/// Programs at the address of a node that are none, or that speak as one and lie.
@Suite struct HostilePeerTests {
  private let echo = Echo()
  private let node = HTTPPeers(log: .silent)

  init() throws {
    try node.listen(at: "127.0.0.1:\(freePort())", for: echo) { _ in }
    node.use("secret")
  }

  private func pass(_ request: Request, to address: String) async -> Passed {
    await withCheckedContinuation { reply in
      node.pass(request, to: address, for: Answer { _ in }) { reply.resume(returning: $0) }
    }
  }

  private func follow(at address: String) async throws -> Passed {
    var way = Request.Way()
    way.isRelayed = true
    return await pass(try Request(.get, "/a").going(way), to: address)
  }

  /// What a program answers that is no node, or is cut off.
  private static let lies: [String] = [
    "", "NONSENSE\r\n\r\n", "\0\0\0\0", "HTTP/1.1", "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
    "HTTP/1.1 999 Odd\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nEspalier-Answer: given\r\nContent-Length: 50\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nEspalier-Answer: on-channel\r\nContent-Length: 50\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nEspalier-Answer: lost\r\nContent-Length: 2\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 500_000))\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n\(String(repeating: "x", count: 1 << 20))",
  ]

  @Test(arguments: lies.indices) func `what is no whole answer of a node is none`(number: Int) async throws {
    let liar = try Liar { _ in [Array(Self.lies[number].utf8)] }
    defer { liar.stop() }
    for request in [try Request(.get, "/a"), try Request(.post, "/a", body: [1])] {
      if case .answer(let response) = await pass(request, to: liar.address) {
        Issue.record("the answer is \(response.status)")
      }
    }
    if case .answer(let response) = try await follow(at: liar.address) {
      Issue.record("the answer to a follower is \(response.status)")
    }
  }

  /// Ways of a connection for channels to go wrong, after a good head.
  private static let streams: [[UInt8]] = [
    [], [0], [255, 255, 255, 255, 255, 255, 255, 255], ChannelFrame.beat.encoded + [0, 0, 0, 1, 0, 0, 0, 9, 1],
    ChannelFrame(channel: 9, bytes: [1]).encoded + [7], Array("event: patch\n\n".utf8),
  ]

  @Test(arguments: streams.indices) func `a connection that brings something else ends its streams`(number: Int)
    async throws
  {
    let liar = try Liar { request in
      guard request.contains("\"word\":\"open\"") else {
        return [Array("HTTP/1.1 200 OK\r\nEspalier-Answer: on-channel\r\nContent-Length: 0\r\n\r\n".utf8)]
      }
      return [Array("HTTP/1.1 200 OK\r\nEspalier-Answer: given\r\n\r\n".utf8), Self.streams[number]]
    }
    defer { liar.stop() }
    guard case .answer(let response) = try await follow(at: liar.address), case .stream(let stream) = response.body
    else {
      Issue.record("there is no stream")
      return
    }
    #expect(await eventually { stream.end == .broken })
    // The next one gets a new connection.
    #expect(await eventually { liar.count >= 2 })
    guard case .answer = try await follow(at: liar.address) else {
      Issue.record("there is no second stream")
      return
    }
  }

  @Test func `a node that says nothing is given up with its address`() async throws {
    let liar = try Liar { _ in
      usleep(30_000_000)
      return []
    }
    async let passed = pass(Request(.get, "/a"), to: liar.address)
    async let followed = follow(at: liar.address)
    #expect(await eventually { liar.count >= 2 })
    node.abandon(liar.address)
    guard case (.broken, .unhandled) = try await (passed, followed) else {
      Issue.record("somebody still waits")
      return
    }
    liar.stop()
  }
}

/// A program that reads the head of each request and answers with bytes.
private final class Liar: Sendable {
  let address: String
  private let descriptor: Int32
  private let requests = Counter()

  /// How many requests have come.
  var count: Int { requests.value }

  /// `answer` gets the head and returns what is sent, in pieces. Then the connection ends.
  init(_ answer: @escaping @Sendable (String) -> [[UInt8]]) throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    address = socket.bound.description
    descriptor = try socket.duplicate()
    let (descriptor, requests) = (descriptor, requests)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    Thread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Thread { Liar.serve(client, requests, answer) }?.detach()
      }
    }?.detach()
  }

  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func serve(_ client: Int32, _ requests: Counter, _ answer: (String) -> [[UInt8]]) {
    defer { close(client) }
    var (head, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 16 << 10))
    while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
      // Safe: a local buffer of this size.
      let count = unsafe recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      head += buffer[..<count]
    }
    requests.add()
    for piece in answer(String(decoding: head, as: UTF8.self)) {
      // Safe: a local buffer of this size.
      _ = unsafe send(client, piece, piece.count, Int32(MSG_NOSIGNAL))
    }
  }
}

import Espalier
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import Testing

@testable import EspalierCluster
@testable import EspalierHTTP

/// How requests travel between nodes, over real connections.
@Suite struct PeersTests {
  private let echo = Echo()
  private let one = HTTPPeers(log: .silent)
  private let two = HTTPPeers(log: .silent)
  private let address: String

  /// What the other node has told.
  private let words = Lock<[PeerWord]>([])

  init() throws {
    let address = "127.0.0.1:\(try freePort())"
    self.address = address
    try two.listen(at: address, for: echo) { [words] word in words.withLock { $0.append(word) } }
    for peers in [one, two] { peers.use("secret") }
  }

  private func pass(
    _ request: Request, to address: String? = nil, for answer: Answer = Answer { _ in }
  ) async -> Passed {
    await withCheckedContinuation { reply in
      one.pass(request, to: address ?? self.address, for: answer) { reply.resume(returning: $0) }
    }
  }

  private func answer(to request: Request, _ response: Response = .text("done")) async throws -> (Response, Request) {
    echo.answer = response
    let passed = await pass(request)
    guard case .answer(let answer) = passed else { throw Unlike(parts: "\(passed)") }
    return (answer, try #require(echo.last))
  }

  @Test func `what a node tells arrives in order, if it shows the secret`() async throws {
    let told: [PeerWord] =
      [.news] + (0..<200).map { .signal("prices", ["price": .int($0), "name": "ä\"\n"]) } + [.news]
    for word in told { one.tell(word, to: address) }
    #expect(await eventually { words.withLock { $0.count } == told.count })
    #expect(words.withLock { $0 } == told)
    let stranger = HTTPPeers(log: .silent)
    stranger.use("another")
    stranger.tell(.news, to: address)
    one.tell(.signal("last", .null), to: address)
    #expect(await eventually { words.withLock { $0.last } == .signal("last", .null) })
    #expect(words.withLock { $0.count } == told.count + 1)
    #expect(echo.last == nil, "the site does not see it")
  }

  private struct Failure: Error {}
  private struct Unlike: Error { let parts: String }

  @Test func `a request arrives as it was sent, and so does its answer`() async throws {
    var way = Request.Way()
    (way.eventID, way.mayBeOld, way.isRelayed) = ("event", true, true)
    let client = Client(
      address: "2001:db8::1", isProxied: true, isAddressKnown: false, isSecure: true, host: "garden.example:81")
    let headers: Headers = [
      .host: "inner", .cookie: "a=1", "X-Odd": "é \" , ;", "X-Empty": "", .cookie: "b=2", .connection: "close",
      "Accept-Encoding": "gzip", "Espalier-Secret": "forged", "Espalier-Sender": "forged",
    ]
    let target = try RequestTarget("/a%2Fb/é/./c?x=1&y=%20+&z")
    for method in [Method.get, .head, .post, Method(rawValue: "PUT"), Method(rawValue: "DELETE")] {
      let body = method == .get || method == .head ? [] : Array("a=\u{0}1".utf8)
      let request = Request(method, target, headers: headers, body: body, client: client, id: "id", way: way)
      var response = Response(
        Status(299, "Odd words"), headers: ["X-Own": "1", .etag: "\"é\""], body: .bytes([0, 255]))
      for cookie in ["c=1", "d=2"] { response.headers.append(.setCookie, cookie) }
      let (answer, got) = try await answer(to: request, response)
      #expect(got.method == method && got.target.raw == target.raw && got.body == body && got.id == "id")
      #expect(got.client == client && got.way.eventID == "event" && got.way.mayBeOld && got.way.isRelayed)
      #expect(got.headers.values(of: .cookie) == ["a=1", "b=2"] && got.headers["X-Odd"] == "é \" , ;")
      #expect(got.headers["X-Empty"] == "" && got.headers[.host] == "inner")
      #expect(!got.headers.contains("Espalier-Secret") && !got.headers.contains("Espalier-Sender"))
      #expect(got.headers[.acceptEncoding] == "gzip")
      #expect(answer.status.code == 299 && answer.body.collected == [0, 255])
      #expect(answer.headers["X-Own"] == "1" && answer.headers[.etag] == "\"é\"")
      #expect(answer.headers.values(of: .setCookie) == ["c=1", "d=2"] && !answer.headers.contains("Espalier-Answer"))
    }
  }

  @Test func `an answer without a body has none`() async throws {
    for status in [Status.noContent, .notModified, .seeOther] {
      let (answer, _) = try await answer(to: try Request(.get, "/"), Response(status, headers: [.location: "/a"]))
      #expect(answer.status == status && answer.body.count == 0 && answer.headers[.location] == "/a")
    }
  }

  @Test func `a form with files arrives with its files`() async throws {
    echo.limit = 8 << 20
    let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let file = try received(content, named: "a \"b\"\r\n.txt")
    let form = MultipartForm(parts: [
      ("name\"\r\n", .text("é\n--x")), ("none", .noFile), ("file", .file(file)),
      ("empty", .file(try received([], named: "e"))),
    ])
    let request = Request(
      .post, try RequestTarget("/files"),
      headers: [.contentType: "multipart/form-data; boundary=old", .contentLength: "9"],
      body: [], client: Client(address: "192.0.2.1"), id: "id", upload: form)
    let (_, got) = try await answer(to: request)
    let parts = try #require(got.upload).parts
    #expect(parts.map(\.name) == ["name\"\n", "none", "file", "empty"])
    guard case .text("é\n--x") = parts[0].part, case .noFile = parts[1].part, case .file(let there) = parts[2].part
    else { throw Unlike(parts: "\(parts)") }
    #expect(there.size == content.count && there.hash == file.hash && there.name == FileName.safe("a \"b\"\r\n.txt"))
    // The site's own limit counts.
    echo.limit = 1 << 20
    let refusal = await pass(request)
    guard case .answer(let refused) = refusal else { throw Unlike(parts: "\(refusal)") }
    #expect(refused.status == .contentTooLarge)
  }

  @Test func `a long body comes while it is made, and no faster than its reader takes it`() async throws {
    let piece = [UInt8](repeating: 7, count: 64 << 10)
    let written = Counter()
    let body = Response.stream(.plainText) { body in
      for _ in 0..<400 {
        try await body.write(piece)
        written.add()
      }
    }
    let (answer, _) = try await answer(to: try Request(.get, "/"), body)
    guard case .stream(let stream) = answer.body else { throw Failure() }
    try await Task.sleep(for: .milliseconds(300))
    #expect(written.value < 300, "the sockets hold some megabytes, not everything")
    #expect(await stream.all() == 400 * piece.count)
    #expect(stream.end == .finished)
  }

  @Test func `a body that breaks off breaks off`() async throws {
    struct Enough: Error {}
    let (answer, _) = try await answer(
      to: try Request(.get, "/"),
      .stream(.plainText) { body in
        try await body.write("a")
        throw Enough()
      })
    guard case .stream(let stream) = answer.body else { throw Failure() }
    #expect(await stream.all() == 1)
    #expect(stream.end == .broken)
  }

  @Test func `who hangs up is hung up on`() async throws {
    let stream = EventStream()
    let (answer, _) = try await answer(to: try Request(.get, "/"), .events(stream))
    guard case .stream(let there) = answer.body else { throw Failure() }
    stream.send(Array("data: 1\n\n".utf8))
    there.finish(.gone)
    for _ in 0..<200 where stream.isOpen {
      stream.send(Array(":\n\n".utf8))
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(stream.end == .gone)
  }

  /// Asks as a relay does. Returns the answer's stream.
  private func follow(_ path: String, sharing: Sharing? = .shared) async throws -> (from: EventStream, to: EventStream)
  {
    let stream = EventStream()
    var response = Response.events(stream)
    response.headers[.sharing] = sharing?.rawValue
    echo.answer = response
    var way = Request.Way()
    way.isRelayed = true
    let passed = await pass(try Request(.get, path).going(way))
    guard case .answer(let answer) = passed, case .stream(let there) = answer.body else {
      throw Unlike(parts: "\(passed)")
    }
    #expect(answer.headers.contentType?.isSame(as: .eventStream) == true && answer.sharing == sharing)
    return (stream, there)
  }

  @Test func `the streams that a relay follows at one node travel on one connection`() async throws {
    try one.listen(at: "127.0.0.1:\(freePort())", for: echo) { _ in }
    var streams: [(from: EventStream, to: EventStream)] = []
    for number in 0..<50 { streams.append(try await follow("/\(number)")) }
    for (number, stream) in streams.enumerated() { stream.from.send(Array("data: \(number)\n\n".utf8)) }
    for (number, stream) in streams.enumerated() {
      #expect(await eventually { stream.to.pending == "data: \(number)\n\n".utf8.count })
    }
    // Who follows no more is heard at once, without a byte on the stream.
    for stream in streams[..<25] { stream.to.finish(.gone) }
    #expect(await eventually { streams[..<25].allSatisfy { $0.from.end == .gone } })
    streams[30].from.close()
    #expect(await streams[30].to.all() > 0 && streams[30].to.end == .finished)
    // A stream for one viewer alone has a connection of its own, whose reader may be slow.
    let own = try await follow("/own", sharing: nil)
    own.from.send([1])
    #expect(await eventually { own.to.pending == 1 })
    // They end with the connection, and the next one gets a new connection.
    one.abandon(address)
    #expect(
      await eventually { streams[40].to.end == .broken && streams[40].from.end == .gone && own.to.end == .broken })
    let again = try await follow("/again")
    again.from.send([1])
    #expect(await eventually { again.to.pending == 1 })
    // A node that ends closes it.
    await withCheckedContinuation { done in two.close(address) { done.resume() } }
    #expect(await eventually { again.to.end == .broken })
    var way = Request.Way()
    way.isRelayed = true
    guard case .unhandled = await pass(try Request(.get, "/").going(way)) else { throw Failure() }
  }

  @Test func `a request that moved, or that nobody got, was not handled`() async throws {
    let request = try Request(.post, "/", body: [1])
    echo.answer = .problem(HTTPError(.moved, ""), for: request)
    guard case .unhandled = await pass(request) else { throw Failure() }
    guard case .unhandled = await pass(request, to: "127.0.0.1:\(try freePort())") else { throw Failure() }
  }

  @Test func `nobody knows whether another program has handled a request`() async throws {
    let other = HTTPServer(configuration: HTTPConfiguration(port: 0, log: .silent), responder: Other())
    let place = try other.start()
    guard case .broken = await pass(try Request(.post, "/", body: [1]), to: place.description) else { throw Failure() }
    other.stop()
  }

  @Test func `what the server of a node answers by itself is the answer`() async throws {
    // A value that cannot be sent.
    let (answer, _) = try await answer(
      to: try Request(.post, "/", body: [1]), Response(.ok, headers: ["X-Bad": "a\r\nb"]))
    #expect(answer.status == .internalServerError)
  }

  @Test func `a request that a node had when it ended may be handled`() async throws {
    let request = try Request(.post, "/", body: [1])
    echo.isSilent = true
    async let passed = pass(request)
    for _ in 0..<500 where echo.last == nil { try await Task.sleep(for: .milliseconds(10)) }
    one.abandon(address)
    guard case .broken = await passed else { throw Failure() }
  }

  @Test func `who does not know the secret, or speaks another wire, gets a clear answer`() async throws {
    let request = try Request(.get, "/")
    one.use("guess")
    guard case .unhandled = await pass(request) else { throw Failure() }
    #expect(echo.last == nil)
    for (headers, status, word) in [
      ([:] as Headers, Status.forbidden, "for the nodes"),
      (["Espalier-Secret": "secret"], .forbidden, "for the nodes"),
      (["Espalier-Secret": "secret2", "Espalier-Sender": PassedRequest(request).text], .forbidden, "for the nodes"),
      (["Espalier-Secret": "secret", "Espalier-Sender": "{}"], .badRequest, "not that of a node"),
      (["Espalier-Secret": "secret", "Espalier-Sender": "{\"wire\":1}"], .badRequest, "not that of a node"),
      (["Espalier-Secret": "secret", "Espalier-Sender": "{\"wire\":2}"], .serviceUnavailable, "the wire 2"),
    ] {
      let port = PeerPort(site: echo, secret: Lock("secret")) { _ in }
      let answer = try await withCheckedThrowingContinuation { reply in
        do { port.respond(to: try Request(.get, "/", headers: headers), Answer { reply.resume(returning: $0) }) } catch
        {
          reply.resume(throwing: error)
        }
      }
      #expect(answer.status == status && answer.text.contains(word), "\(answer.text)")
    }
    #expect(echo.last == nil)
  }

  @Test func `an address that cannot be used is named`() throws {
    #expect(throws: ServerError.self) { try HTTPPeers(log: .silent).listen(at: "nowhere", for: echo) { _ in } }
    let error = #expect(throws: ServerError.self) {
      try HTTPPeers(log: .silent).listen(at: address, for: echo) { _ in }
    }
    #expect(error?.code == .portInUse)
  }

  private func received(_ content: [UInt8], named name: String) throws -> ReceivedFile {
    var hash = SHA256()
    hash.add(content)
    let file = try TemporaryFile(in: "/var/tmp")
    try file.write(content)
    return ReceivedFile(name: name, size: content.count, hash: hash.finish(), content: file)
  }
}

extension EventStream {
  /// Reads everything. Returns the number of bytes.
  fileprivate func all() async -> Int {
    var count = 0
    while true {
      switch take(atMost: 1 << 20, park: nil) {
      case .bytes(let bytes): count += bytes.count
      case .nothing: try? await Task.sleep(for: .milliseconds(1))
      case .end: return count
      }
    }
  }
}

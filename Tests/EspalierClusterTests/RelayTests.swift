import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import Testing

@testable import EspalierCluster
@testable import EspalierServer

/// Viewers at a server who follow pages of another one.
@Suite struct RelayTests {
  private let machines = Machines()

  @Test func `viewers with the same version share one stream from the server that has the page`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    #expect(try await one.add("a") == 200)
    let version = try await one.version()
    let viewers = [try await two.follow(since: version), try await two.follow(since: version)]
    #expect(machines.network.streams(of: "one") == 1)
    #expect(try await two.add("b") == 200)
    for viewer in viewers {
      let text = await viewer.read { $0.contains("a b") }
      #expect(text.contains("event: patch") && text.contains("a b = 2"), "\(text)")
    }
    // Who has something else first gets what it lacks, and then shares the stream, too.
    let late = try await two.follow(since: version)
    let missed = await late.read { $0.contains("a b") }
    #expect(missed.contains("event: patch"))
    #expect(await eventually { machines.network.streams(of: "one") == 1 })
    #expect(try await two.add("c") == 200)
    for viewer in viewers + [late] { #expect(await viewer.read { $0.contains("a b c") }.contains("a b c = 3")) }
    for viewer in viewers + [late] { viewer.finish(.gone) }
    #expect(await eventually { machines.network.streams(of: "one") == 0 })
  }

  @Test func `a stream goes on when another server takes over, with one snapshot`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    let three = try machines.startBoard("three")
    #expect(try await one.add("a") == 200)
    let version = try await one.version()
    let viewers = [
      try await two.follow(since: version), try await two.follow(since: version),
      try await three.follow(since: version),
    ]
    one.kill()
    await machines.pass(5)
    #expect(try await machines.passing { try await two.add("b") } == 200)
    for viewer in viewers {
      let text = await viewer.read { $0.contains("a b = 2") }
      #expect(text.components(of: "event: snapshot") == 1 && !text.contains("event: bye"), "\(text)")
      #expect(text.contains("id: 2g"), "the version is of the next term")
      #expect(viewer.isOpen)
    }
  }

  @Test func `a viewer who leaves while nobody has the page leaves nothing behind`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    let three = try machines.startBoard("three")
    #expect(try await one.add("a") == 200)
    let version = try await one.version()
    let viewer = try await three.follow(since: version)
    one.kill()
    viewer.finish(.gone)
    await machines.pass(5)
    #expect(try await machines.passing { try await two.add("b") } == 200)
    try await Task.sleep(for: .milliseconds(300))
    #expect(await eventually { machines.network.streams(of: "two") + machines.network.streams(of: "three") == 0 })
  }

  @Test func `who has no version gets the whole page from the next server`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    #expect(try await one.add("a") == 200)
    let response = try await two.get("/board/patches?last=0", [.accept: "text/event-stream"])
    guard case .stream(let stream) = response.body else { throw Machine.NoStream(response: response) }
    one.kill()
    await machines.pass(5)
    #expect(try await machines.passing { try await two.add("b") } == 200)
    #expect(await stream.read { $0.contains("a b = 2") }.contains("event: snapshot"))
  }

  @Test func `a slow viewer gets what it lacks, and keeps nobody waiting`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    let long = String(repeating: "x", count: 60_000)
    #expect(try await one.add("a") == 200)
    let version = try await one.version()
    let (slow, quick) = (try await two.follow(since: version), try await two.follow(since: version))
    for number in 0..<8 {
      one.site.notify(Board.self) { $0.say("\(number)\(long)") }
      #expect(await machines.passing { await quick.read { $0.contains("\(number)xxx") } }.contains("\(number)xxx"))
    }
    #expect(slow.pending < 300_000)
    #expect(two.site.core.metrics.rejections[.streamPending] > 0)
    let text = await slow.read { $0.contains("7xxx") }
    for number in 0..<8 { #expect(text.contains("\(number)xxx"), "\(number)") }
    #expect(await eventually { machines.network.streams(of: "one") == 1 })
    #expect(try await one.add("b") == 200)
    #expect(await slow.read { $0.contains("a b = 2") }.contains("a b = 2"))
  }

  @Test func `a server that ends tells its viewers when to come back`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    #expect(try await one.add("a") == 200)
    let viewer = try await two.follow(since: try await one.version())
    two.site.responder.serverEnters(.stopping)
    let text = await viewer.read { $0.contains("bye") }
    #expect(text.contains("event: bye") && text.contains("retry"))
  }

  @Test func `a server that takes over serves the viewers that it has`() async throws {
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    #expect(try await one.add("a") == 200)
    let viewer = try await two.follow(since: try await one.version())
    one.site.responder.serverEnters(.stopping)
    one.kill()
    #expect(try await machines.passing { try await two.add("b") } == 200)
    #expect(await viewer.read { $0.contains("a b = 2") }.contains("event: snapshot"))
    #expect(try await two.add("c") == 200)
    #expect(await viewer.read { $0.contains("a b c = 3") }.contains("event: patch"))
  }

  @Test(arguments: seeds(200))
  func `law: events come out as they went in, however the stream is cut`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    var (wanted, stream): ([[UInt8]], [UInt8]) = ([], [])
    for number in 0..<Int.random(in: 1...8, using: &random) {
      let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        "data: " + String(repeating: "é", count: .random(in: 0...40, using: &random))
      }
      let head = Bool.random(using: &random) ? ["id: 1g.\(number)", "event: patch"] : ["event: beat"]
      let event = Array(((head + lines).joined(separator: "\n") + "\n\n").utf8)
      wanted.append(event)
      stream += event
    }
    // What has not ended is no event.
    stream += Array("id: 9\ndata: half".utf8)
    var (reader, events): (EventReader, [EventReader.Event]) = (EventReader(), [])
    while !stream.isEmpty {
      let piece = stream.prefix(.random(in: 1...30, using: &random))
      events += reader.take(piece)
      stream.removeFirst(piece.count)
    }
    #expect(events.map(\.bytes) == wanted, "seed \(seed)")
    for event in events {
      let text = String(decoding: event.bytes, as: UTF8.self)
      #expect(event.isVersion == text.hasPrefix("id: 1g.") && (event.id != nil) == event.isVersion, "seed \(seed)")
    }
  }

  /// Whatever happens to servers, a viewer that stays ends with the page as it is.
  @Test(arguments: seeds(30))
  func `law: each viewer that stays has the page at the end`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    var servers = [try machines.startBoard("a"), try machines.startBoard("b"), try machines.startBoard("c")]
    #expect(try await servers[0].add("first") == 200)
    var viewers: [(at: Int, stream: EventStream, seen: Lock<String>)] = []
    var count = 1
    for step in 0..<25 {
      let place = Int.random(in: servers.indices, using: &random)
      let server = servers[place]
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        if try await machines.passing({ try await server.add("e\(step)") }) == 200 { count += 1 }
      case 3, 4:
        let version = try await machines.passing { try await server.version() }
        let stream = try await machines.passing { try await server.follow(since: version) }
        viewers.append((place, stream, Lock("")))
      case 5:
        if let index = viewers.indices.randomElement(using: &random) { viewers.remove(at: index).stream.finish(.gone) }
      case 6:
        // Its viewers come back elsewhere.
        server.kill()
        viewers.removeAll { $0.at == place }
        servers[place] = try machines.startBoard(server.address)
      default:
        if let viewer = viewers.randomElement(using: &random) { _ = viewer.stream.now(adding: viewer.seen) }
      }
    }
    let last = "last = "
    let first = servers[0]
    #expect(try await machines.passing { try await first.add("last") } == 200)
    for viewer in viewers {
      // Who is at a server that had the page itself comes back when the server loses it.
      let isThere = await eventually {
        let text = viewer.stream.now(adding: viewer.seen)
        return text.contains(last) || text.contains("event: bye") || !viewer.stream.isOpen
      }
      #expect(isThere, "seed \(seed): \(viewer.seen.withLock { $0 })")
    }
  }
}

/// Waits up to ten seconds until something holds.
func eventually(_ holds: () -> Bool) async -> Bool {
  for _ in 0..<1_000 {
    if holds() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return holds()
}

extension Machine {
  /// The version of the page.
  func version(of path: String = "/board") async throws -> String {
    let tag = try await get(path, [.accept: "application/json"]).headers[.etag] ?? ""
    return tag.split(separator: "\"").first { $0.contains(".") }.map(String.init) ?? tag
  }

  /// Begins to follow the page.
  func follow(since version: String) async throws -> EventStream {
    let response = try await get("/board/patches?since=\(version)", [.accept: "text/event-stream"])
    guard case .stream(let stream) = response.body else { throw NoStream(response: response) }
    return stream
  }

  struct NoStream: Error { let response: Response }
}

extension EventStream {
  /// Reads until what came is as wanted, or for ten seconds.
  func read(until isEnough: (String) -> Bool) async -> String {
    let seen = Lock("")
    for _ in 0..<1_000 {
      let text = now(adding: seen)
      if isEnough(text) || (!isOpen && pending == 0) { break }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return seen.withLock { $0 }
  }

  /// Adds what has come to what was seen, and returns that.
  func now(adding seen: Lock<String>) -> String {
    while case .bytes(let bytes) = take(atMost: 1 << 16, park: nil) {
      seen.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
    }
    return seen.withLock { $0 }
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}

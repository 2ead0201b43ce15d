import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Limits that the machine sets.
struct SurroundingLimitTests {
  @Test(arguments: [
    (20_000, 1_048_576, 20_000), (20_000, 20_000, 19_872), (20_000, 1024, 896), (20_000, 64, 32), (10, 1024, 10),
    (10, 1, 1),
  ])
  func `the server accepts as many connections as descriptors are left`(wanted: Int, descriptors: Int, connections: Int)
  {
    #expect(Descriptors.room(wanted: wanted, descriptors: descriptors).limit == connections)
  }

  @Test func `a few connections above the limit are let in to receive the reason, and then the oldest has to go`() {
    let room = ConnectionRoom(limit: 2, spare: 3)
    for isSurplus in [false, false, true, true, true] {
      #expect(room.admits)
      #expect(room.enter() == isSurplus && !room.isOverfull)
    }
    for _ in 0..<40 {
      #expect(room.admits)
      #expect(room.enter() && room.isOverfull)
    }
    #expect(!room.admits)
    for _ in 0..<44 { room.leave() }
    #expect(room.admits)
    #expect(!room.enter())
  }

  @Test func `a file that cannot be opened because descriptors ran out does not count as missing`() async {
    await #expect(processExitsWith: .success) {
      let files = StaticFiles(folders: ["Public"])
      let request = try Request(.get, "/site.css")
      guard files.response(to: request)?.status == .ok else { exit(2) }
      var limits = rlimit(rlim_cur: 3, rlim_max: 3)
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { exit(3) }
      guard files.response(to: request)?.status == .serviceUnavailable else { exit(4) }
    }
  }

  @Test func `a connection is stuck if bytes wait at three checks and the daemon makes no call between them`() {
    func checks(_ checks: [Bool], calling: Bool = false) -> [Bool] {
      var progress = ReadProgress()
      return checks.enumerated().map { index, hasUnreadBytes in
        if calling && index % 2 == 0 { progress.called() }
        return progress.isStuck(hasUnreadBytes: hasUnreadBytes)
      }
    }
    #expect(checks([true, true, true, true]) == [false, false, true, true])
    #expect(!checks(Array(repeating: true, count: 20), calling: true).contains(true))
    #expect(!checks((0..<20).map { $0 % 3 < 2 }).contains(true))
  }

  @Test func `time in which the process was suspended does not count against a client`() {
    let (limits, start) = (HTTPLimits(), ContinuousClock.now)
    var phase = ConnectionPhase(step: .head, since: start)
    let late = start + limits.headerDeadline + .seconds(60)
    #expect(phase.overdue(at: late, limits) == .headerDeadline)
    phase.excuse(.seconds(60))
    #expect(phase.overdue(at: late, limits) == nil)
  }

  @Test func `all loops share one limit of connections, and a connection above it receives the reason`() throws {
    let server = try TestServer(limits { $0.connections = 6 }, loops: 2)
    var clients: [RawClient] = []
    for _ in 0..<6 {
      let client = try RawClient(server.port)
      client.get("/hello")
      #expect(client.reply()?.status == 200)
      clients.append(client)
    }
    let surplus = try RawClient(server.port)
    surplus.get("/hello")
    let refusal = try #require(surplus.reply())
    #expect(refusal.status == 503 && refusal.headers["retry-after"] == "1")
    #expect(refusal.body.contains("limit of connections"))
    #expect(surplus.readAll().isEmpty && surplus.hasEnded)
    #expect(server.server.metrics.rejections[.connections] == 1)
    clients.removeLast()
    #expect(
      eventually {
        guard let next = try? RawClient(server.port) else { return false }
        next.get("/hello")
        return next.reply()?.status == 200
      })
  }

  @Test func `each client of a full server receives the reason, although others send nothing`() throws {
    let server = try TestServer(limits { $0.connections = 6 }, loops: 2)
    let (limit, spare) = (6, 64)
    var idle = try (0..<limit).map { _ in try RawClient(server.port) }
    for client in idle {
      client.get("/hello")
      #expect(client.reply()?.status == 200)
    }
    // Twice as many as the server lets wait, and not faster than it accepts them.
    for number in 1...2 * spare {
      idle.append(try RawClient(server.port))
      guard number.isMultiple(of: 16) else { continue }
      #expect(eventually { server.server.metrics.connectionsOpened.value >= limit + number })
    }
    for _ in 0..<20 {
      let client = try RawClient(server.port)
      client.get("/hello")
      #expect(client.reply()?.status == 503)
    }
    // Also those that sent nothing have the reason, at the latest after two seconds.
    #expect(idle.dropFirst(limit).allSatisfy { $0.readAll().hasPrefix("HTTP/1.1 503 ") })
  }

  @Test func `long bodies share a limit, and one address may use a quarter of it`() throws {
    let server = try TestServer(limits { ($0.bodies, $0.body) = (400_000, 90_000) })
    func post(_ length: Int) throws -> RawClient {
      let client = try RawClient(server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
      return client
    }
    let first = try post(80_000)
    #expect(eventually { server.server.loops.contains { !$0.shared.bodies.isEmpty } })
    let refusal = try #require(try post(30_000).reply())
    #expect(refusal.status == 503 && refusal.headers["retry-after"] == "1")
    let small = try post(4096)
    small.send(String(repeating: "a", count: 4096))
    #expect(small.reply()?.status == 200)
    first.send(String(repeating: "a", count: 80_000))
    #expect(first.reply()?.status == 200)
    #expect(eventually { server.server.loops.allSatisfy { $0.shared.bodies.isEmpty } })
    let again = try post(90_000)
    again.send(String(repeating: "a", count: 90_000))
    #expect(again.reply()?.status == 200)
    #expect(server.server.metrics.rejections[.bodies] == 1)
  }
}

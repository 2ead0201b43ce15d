import Espalier
import EspalierCluster
import EspalierHTTP
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierServer

/// A site on several servers: one works, all answer.
@Suite struct OneSiteTests {
  private let machines = Machines()

  private func start(_ address: String) throws -> Machine { try machines.startBoard(address) }

  @Test func `an event at any server shows at each, and only one has the tree`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    #expect(try await two.add("b") == 200)
    #expect(try await one.add("b") == 200, "a repeat")
    #expect(try await one.shown() == "a b = 2")
    #expect(try await two.shown() == "a b = 2")
    #expect(one.site.core.instances.count == 1 && two.site.core.instances.count == 0)
  }

  @Test func `when a server is killed, another goes on with what is saved, and a repeat does not count twice`()
    async throws
  {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    one.kill()
    async let later = two.add("b")
    await machines.pass(4)
    #expect(try await later == 200)
    #expect(try await two.add("a") == 200, "the id is saved")
    #expect(try await two.shown() == "a b = 2")
  }

  @Test func `a server that leaves is followed at once, and one that starts at its address has nothing`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    one.site.responder.serverEnters(.stopping)
    #expect(try await two.add("b") == 200)
    let again = try start("one")
    #expect(try await again.shown() == "a b = 2")
    #expect(again.site.core.instances.count == 0 && two.site.core.instances.count == 1)
  }

  @Test func `a server that was cut off says nothing that is not saved, and follows when it comes back`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    one.line.isCut = true
    await machines.pass(4)
    #expect(try await one.shown() == "a = 1", "its lease is over, and nobody can be asked")
    #expect(try await one.add("lost") == 503, "the store does not have it")
    #expect(try await two.add("b") == 200)
    #expect(try await two.shown() == "a b = 2")
    one.line.isCut = false
    await machines.pass(1)
    #expect(try await one.shown() == "a b = 2")
    #expect(try await one.add("lost") == 200, "the repeat counts once, at the other one")
    #expect(try await two.shown() == "a b lost = 3")
    #expect(one.site.core.instances.count == 0)
  }

  @Test func `an event at a server that has lost the site without knowing it is handled by the other one`() async throws
  {
    let one = try start("one")
    #expect(try await one.add("a") == 200)
    // The first has a lease, as if it had slept; the second takes over.
    machines.database.buryAll()
    let two = try start("two")
    #expect(try await two.add("b") == 200)
    #expect(try await one.add("c") == 200)
    #expect(try await one.shown() == "a b c = 3")
    #expect(try await two.shown() == "a b c = 3")
  }

  @Test func `an event without an id counts once, too, although it goes its way twice`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    // What it does is saved, but before its answer leaves, the second takes over.
    one.line.afterNextSave { [machines] in
      machines.database.buryAll()
      machines.clock.advance(by: .seconds(3))
    }
    #expect(try await one.post("/board/events?node=1&event=add", "data=b").status == .ok)
    #expect(try await one.shown() == "a b = 2")
    #expect(try await two.shown() == "a b = 2")
  }

  @Test func `a save whose answer is lost is made again, and counts once`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    one.line.losesAnswers = 1
    #expect(try await one.add("b") == 503)
    #expect(try await two.add("b") == 200)
    #expect(try await two.shown() == "a b = 2")
  }

  @Test func `a server that does not reach the database shows pages, also of another one, and refuses events at once`()
    async throws
  {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    #expect(try await two.shown() == "a = 1")
    for machine in [one, two] { machine.line.isCut = true }
    await machines.pass(5)
    for machine in [one, two] {
      #expect(try await machine.shown() == "a = 1")
      let refusal = try await machine.post("/board/events?node=1&event=add&id=event-b-0123456789", "data=b")
      #expect(refusal.status.code == 503 && refusal.headers[.retryAfter] == "1")
      #expect(try await machine.get("/readyz").status == .ok)
    }
    #expect(try await one.shown() == "a = 1", "the event was not handled")
    for machine in [one, two] { machine.line.isCut = false }
    await machines.pass(1)
    #expect(try await two.add("b") == 200)
    #expect(try await one.shown() == "a b = 2")
    #expect(machines.database.term(of: .site) == 1, "nothing has moved")
  }

  @Test func `a server that the database does not know yet is not ready`() async throws {
    let one = try machines.startBoard("one", isCut: true)
    #expect(try await one.get("/readyz").status == .serviceUnavailable)
    #expect(try await one.get("/board").status == .serviceUnavailable)
    one.line.isCut = false
    await machines.pass(1)
    #expect(try await one.get("/readyz").status == .ok)
    #expect(try await one.add("a") == 200)
  }

  @Test func `a server takes the site although nobody asks, because its services work`() async throws {
    let one = try start("one")
    await machines.pass(2)
    #expect(machines.database.term(of: .site) == 1)
    let two = try start("two")
    one.kill()
    await machines.pass(5)
    #expect(machines.database.term(of: .site) == 2)
    #expect(try await two.add("a") == 200)
  }

  @Test func `a server of an earlier version takes nothing over while one of the later version lives`() async throws {
    let new = try machines.startBoard("new", version: 2)
    #expect(try await new.add("a") == 200)
    let (old, newer) = (try machines.startBoard("old", version: 1), try machines.startBoard("newer", version: 2))
    #expect(try await old.shown() == "a = 1")
    new.kill()
    await machines.pass(6)
    #expect(try await old.add("b") == 200)
    #expect(newer.site.core.instances.count == 1 && old.site.core.instances.count == 0)
    newer.kill()
    async let last = old.add("c")
    await machines.pass(6)
    #expect(try await last == 200, "nobody else lives")
    #expect(try await old.shown() == "a b c = 3")
  }

  @Test func `what has crashed other servers twice is closed at each`() async throws {
    let now = Int(Timestamp.now.milliseconds / 1_000)
    let board = PersistedInstance.Owner(page: "/board")
    machines.database.crashes = [1, 2].map { CrashRecord(time: now - $0, owner: board, event: "event-bad-0123456789") }
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await two.add("bad") == 500)
    #expect(try await one.add("bad") == 500)
    #expect(try await two.add("good") == 200)
    #expect(try await two.shown() == "good = 1")
    machines.database.crashes += [1, 2].map { CrashRecord(time: now - $0, owner: board) }
    machines.database.buryAll()
    let three = try start("three")
    #expect(try await three.get("/board").status == .serviceUnavailable, "the page is closed")
  }

  @Test func `a server whose threads are all busy is replaced, and begins again when they are free`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    let busy = BusyThreads()
    one.site.core.workers.use { busy.add($0) }
    await machines.pass(12)
    #expect(machines.database.term(of: .site) == 2)
    #expect(try await two.add("b") == 200)
    busy.end()
    await machines.pass(2)
    #expect(try await one.shown() == "a b = 2")
    #expect(one.site.core.instances.count == 0)
  }

  @Test func `a task runs at the server that has the site, and moves with it`() async throws {
    let running = Lock<[String]>([])
    func start(_ address: String) throws -> Machine {
      let machine = try machines.startBoard(address)
      machine.site.runOnOneNode("work") {
        running.withLock { $0.append(address) }
        defer { running.withLock { $0.removeAll { $0 == address } } }
        try await Task.sleep(for: .seconds(60))
      }
      return machine
    }
    let one = try start("one")
    #expect(try await one.add("a") == 200)
    #expect(await eventually { running.withLock { $0 } == ["one"] })
    let two = try start("two")
    #expect(try await two.add("b") == 200)
    one.line.isCut = true
    await machines.pass(3)
    #expect(await eventually { running.withLock { $0 } == [] }, "the lease is over")
    await machines.pass(2)
    #expect(try await two.add("c") == 200)
    #expect(await eventually { running.withLock { $0 } == ["two"] })
    one.line.isCut = false
    await machines.pass(2)
    #expect(running.withLock { $0 } == ["two"])
    two.site.responder.serverEnters(.stopping)
    two.kill()
    #expect(try await machines.passing { try await one.add("d") } == 200)
    #expect(await eventually { running.withLock { $0 } == ["one"] })
  }

  @Test func `an answer tells in which term its version was made`() async throws {
    let one = try start("one")
    let first = try await one.get("/board", [.accept: "application/json"]).headers[.etag] ?? ""
    #expect(first.contains("1g"), "\(first)")
    machines.database.buryAll()
    let two = try start("two")
    let second = try await two.get("/board", [.accept: "application/json"]).headers[.etag] ?? ""
    #expect(second.contains("2g"), "\(second)")
  }

  @Test func `what a page shows after its lease has lapsed leaves when the database has answered`() async throws {
    let one = try start("one")
    #expect(try await one.add("a") == 200)
    let stream = try await one.get("/board/patches?last=0", [.accept: "text/event-stream"])
    guard case .stream(let events) = stream.body else { throw Machine.NoStream(response: stream) }
    let seen = Lock("")
    one.line.isCut = true
    await machines.pass(4)
    one.site.notify(Board.self) { $0.say("late") }
    one.site.settle()
    #expect(!events.now(adding: seen).contains("late"))
    one.line.isCut = false
    await machines.pass(1)
    #expect(await eventually { events.now(adding: seen).contains("late") })
  }
}

/// The threads of a server that are all busy, until they are not.
private final class BusyThreads: Sendable {
  private struct Work {
    let run: @Sendable () -> Void
  }

  private let waiting = Lock<[Work]?>([])

  func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isBusy = waiting.withLock { waiting in
      waiting?.append(Work(run: work))
      return waiting != nil
    }
    if !isBusy { Task.detached { work() } }
    return true
  }

  func end() {
    let all = waiting.withLock { $0.take() } ?? []
    Task.detached { for work in all { work.run() } }
  }
}

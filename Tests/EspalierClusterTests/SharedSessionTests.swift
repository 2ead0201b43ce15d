import Espalier
import EspalierCluster
import EspalierHTTP
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierServer

/// A browser's session, which pages at several servers change.
@Suite struct SharedSessionTests {
  private let machines = Machines()

  private func start(_ address: String) throws -> Machine { try machines.startDesks(address) }

  @Test func `each server has the session as it is now, without a word from the others`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    machines.network.losesWords = true
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("press", "a", to: "/own", at: one).status == .ok)
    #expect(try await ann.send("press", "b", to: "/desk/1", at: two).status == .ok)
    #expect(try await ann.shown(at: one) == "2")
    #expect(try await ann.send("press", "c", to: "/site", at: two).status == .ok)
    #expect(try await ann.shown(at: two) == "3")
    #expect(one.holdings.contains { $0.hasPrefix("browser/") } && two.holdings.contains("page/desk/1"))
    _ = try await two.post("/count", "", cookie: ann.cookie)
    #expect(try await ann.shown(at: one) == "4", "a route changes it too")
    let other = try await Visitor(at: two)
    #expect(try await other.shown(at: one) == "0")
  }

  @Test func `an open page hears of a change at another server`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("press", "a", to: "/own", at: one).status == .ok)
    await machines.pass(2)
    func version() async throws -> String? {
      one.site.settle()
      return try await ann.get("/own", at: one, accept: "application/json").headers[.etag]
    }
    let before = try await version()
    // Not asked again by a request of the browser.
    #expect(try await ann.send("press", "b", to: "/desk/1", at: two).status == .ok)
    #expect(try await ann.shown(at: one) == "2")
    #expect(try await version() != before)
  }

  @Test func `updates at three servers at once count once each`() async throws {
    let all = try ["one", "two", "three"].map { try start($0) }
    let ann = try await Visitor(at: all[0])
    for (number, machine) in all.enumerated() {
      try await ann.send("press", "\(number)", to: "/desk/\(number)", at: machine)
    }
    let cookie = ann.cookie
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, machine) in all.enumerated() {
        group.addTask {
          for count in 0..<100 {
            if count % 10 == 5 { machine.line.losesAnswers = 1 }
            let browser = Visitor(cookie: cookie)
            let reply = try await self.machines.passing {
              try await browser.send("press", "\(number)-\(count)", to: "/desk/\(number)", at: machine)
            }
            if reply.status != .ok {
              await self.machines.mend([machine])
              try await browser.send("press", "\(number)-\(count)", to: "/desk/\(number)", at: machine)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await machines.mend(all)
    for machine in all { #expect(try await machines.passing { try await ann.shown(at: machine) } == "303") }
  }

  @Test func `what is refused changes no session`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("press", "a", to: "/desk/1", at: one).status == .ok)
    machines.database.buryAll()
    #expect(try await ann.send("press", "b", to: "/desk/1", at: two).status == .ok, "it takes the page over")
    #expect(try await ann.send("press", "c", to: "/desk/1", at: one).status == .ok, "refused here, and led there")
    for machine in [one, two] { #expect(try await ann.shown(at: machine) == "3") }
  }

  @Test func `who signs in at one server is signed in at all, and the cookie before is worth nothing`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    machines.network.losesWords = true
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("press", "a", to: "/own", at: one).status == .ok)
    let thief = Visitor(cookie: ann.cookie)
    let stream = try await ann.get("/own/patches", at: one, accept: "text/event-stream")
    guard case .stream(let open) = stream.body else { return #expect(Bool(false), "\(stream)") }
    await machines.pass(2)
    #expect(open.isOpen)
    #expect(try await ann.send("enter", "Ann", to: "/desk/1", at: two).status == .ok)
    #expect(ann.cookie != thief.cookie)
    await machines.pass(2)
    #expect(!open.isOpen, "with the next beat")
    let crossing = try await thief.get("/name", at: one)
    #expect(crossing.status.code == 503, "it may have crossed the answer with the new cookie")
    await machines.pass(10)
    for machine in [one, two] {
      #expect(try await ann.get("/name", at: machine).text == "Ann")
      #expect(try await ann.shown(at: machine) == "1 Ann")
      #expect(try await Visitor(cookie: thief.cookie).get("/name", at: machine).text != "Ann")
      #expect(try await Visitor(cookie: thief.cookie).shown(at: machine) == "0")
    }
  }

  @Test func `a sign-in whose answer was lost is repeated at another server`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("press", "a", to: "/desk/1", at: one).status == .ok)
    let old = ann.cookie
    #expect(try await ann.send("enter", "Ann", to: "/desk/1", at: one).status == .ok)
    one.kill()
    let again = Visitor(cookie: old)
    #expect(try await machines.passing { try await again.send("enter", "Ann", to: "/desk/1", at: two) }.status == .ok)
    #expect(again.cookie == ann.cookie)
    #expect(try await again.get("/name", at: two).text == "Ann")
    let other = Visitor(cookie: old)
    _ = try await machines.passing { try await other.send("enter", "Eve", to: "/desk/1", at: two) }
    #expect(try await other.get("/name", at: two).text != "Eve")
    #expect(try await again.get("/name", at: two).text == "Ann")
  }

  @Test func `who signs out at one server has left all`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    machines.network.losesWords = true
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("enter", "Ann", to: "/own", at: one).status == .ok)
    let old = ann.cookie
    let stream = try await ann.get("/own/patches", at: one, accept: "text/event-stream")
    guard case .stream(let open) = stream.body else { return #expect(Bool(false), "\(stream)") }
    await machines.pass(2)
    #expect(try await ann.send("leave", "x", to: "/desk/1", at: two).status == .ok)
    #expect(ann.cookie != old)
    for machine in [two, one] {
      #expect(try await Visitor(cookie: old).get("/name", at: machine).text != "Ann")
      #expect(try await Visitor(cookie: old).shown(at: machine) == "0")
    }
    await machines.pass(2)
    #expect(!open.isOpen)
    #expect(try await ann.shown(at: one) == "0")
  }

  @Test func `sessions are read while the database is away, and not changed`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    machines.network.losesWords = true
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("enter", "Ann", to: "/own", at: one).status == .ok)
    let before = ann.cookie
    #expect(try await ann.send("enter", "Bo", to: "/own", at: two).status == .ok)
    for machine in [one, two] { machine.line.isCut = true }
    // A cookie that the server does not know may be newer than what it has read.
    let answer = try await two.get("/name", [.cookie: ann.cookie ?? ""])
    #expect(answer.cookie == nil && (answer.text == "Bo" || answer.status.code == 503))
    #expect(try await one.get("/name", [.cookie: ann.cookie ?? ""]).text == "Bo", "the event was handled here")
    #expect(try await one.post("/count", "", cookie: ann.cookie).status.code == 503)
    #expect(try await machines.passing { try await ann.send("leave", "x", to: "/own", at: one) }.status.code == 503)
    #expect(ann.cookie != before)
    await machines.mend([one, two])
    for machine in [one, two] { #expect(try await ann.get("/name", at: machine).text == "Bo") }
    #expect(try await ann.send("leave", "x", to: "/own", at: one).status == .ok)
    for machine in [one, two] { #expect(try await ann.get("/name", at: machine).text != "Bo") }
  }

  @Test func `a sign-out whose answer was lost has signed out`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("enter", "Ann", to: "/desk/1", at: one).status == .ok)
    let old = ann.cookie
    one.line.losesAnswers = 1
    _ = try await machines.passing { try await ann.send("leave", "x", to: "/desk/1", at: one) }
    await machines.mend([one, two])
    let again = Visitor(cookie: old)
    _ = try await machines.passing { try await again.send("leave", "x", to: "/desk/1", at: two) }
    for machine in [one, two] { #expect(try await Visitor(cookie: old).get("/name", at: machine).text != "Ann") }
  }

  @Test func `a word that could not be read is read with the next beat`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    machines.network.losesWords = true
    let ann = try await Visitor(at: one)
    #expect(try await ann.send("press", "a", to: "/own", at: one).status == .ok)
    let stream = try await ann.get("/desk/1/patches", at: one, accept: "text/event-stream")
    guard case .stream(let open) = stream.body else { return #expect(Bool(false), "\(stream)") }
    await machines.pass(2)
    #expect(try await ann.send("enter", "Ann", to: "/own", at: two).status == .ok)
    one.site.core.services.noteUnread("nobody")
    await machines.pass(2)
    #expect(!open.isOpen)
    #expect(one.site.core.services.takeUnread().isEmpty)
  }

  @Test func `a site without sessions saves nothing of them`() async throws {
    let one = try machines.startNotes("one")
    let cookie = try #require(try await one.get("/cart").cookie)
    #expect(try await Place(path: "/cart", cookie: cookie).add("a", at: one).status == .ok)
    let services = try #require(one.site.core.services.known(String(cookie.dropFirst("espalier=".count))))
    #expect(services.records == nil)
  }

  @Test(arguments: seeds(1000))
  func `law: a session has what was acknowledged, once, wherever it was changed`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    var all = try ["a", "b", "c"].map { try machines.startDesks($0) }
    let visitors = [try await Visitor(at: all[0]), try await Visitor(at: all[1])]
    let paths = ["/desk/1", "/desk/2", "/own", "/site"]
    var (sent, waiting) = ([0, 0], [(visitor: Int, path: String, text: String)]())

    func send(_ text: String, of visitor: Int, to path: String, at machine: Machine) async throws {
      let status = try await machines.passing {
        try await Visitor(cookie: visitors[visitor].cookie).send("press", text, to: path, at: machine).status.code
      }
      #expect(status == 200 || status == 503, "seed \(seed): \(status) at \(path)")
      waiting.removeAll { $0 == (visitor, path, text) }
      if status != 200 { waiting.append((visitor, path, text)) }
    }

    for step in 0..<30 {
      let server = Int.random(in: all.indices, using: &random)
      switch Int.random(in: 0..<13, using: &random) {
      case 0:
        all[server].kill()
        all[server] = try machines.startDesks(all[server].address)
      case 1: all[server].line.isCut = true
      case 2, 3: for machine in all { machine.line.isCut = false }
      case 4: all[server].line.losesAnswers = 1
      case 5: machines.network.losesWords.toggle()
      case 6:
        all[server].site.core.instances.remove(of: Set(all[server].site.core.holdings.all.map(\.holding)))
        all[server].site.core.holdings.releaseUnused()
      case 7:
        if let (visitor, path, text) = waiting.randomElement(using: &random) {
          try await send(text, of: visitor, to: path, at: all[server])
        }
      default:
        let (visitor, path) = (Int.random(in: 0..<2, using: &random), paths.randomElement(using: &random) ?? "/own")
        sent[visitor] += 1
        try await send("e\(step)", of: visitor, to: path, at: all[server])
      }
    }
    await machines.mend(all)
    for _ in 0..<20 where !waiting.isEmpty {
      for (visitor, path, text) in waiting { try await send(text, of: visitor, to: path, at: all[0]) }
    }
    #expect(waiting.isEmpty, "seed \(seed)")
    for machine in all {
      for (visitor, count) in zip(visitors, sent) {
        let shown = try await machines.passing { try await visitor.shown(at: machine) }
        #expect(shown == "\(count)", "seed \(seed) at \(machine.address)")
      }
    }
  }
}

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
    await machines.pass(4, of: 1)
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
    await machines.pass(4, of: 2)
    #expect(try await one.shown() == "a = 1", "its lease is over, and nobody can be asked")
    #expect(try await one.add("lost") == 503, "the store does not have it")
    #expect(try await two.add("b") == 200)
    #expect(try await two.shown() == "a b = 2")
    one.line.isCut = false
    #expect(try await one.shown() == "a b = 2")
    #expect(try await one.add("lost") == 200, "the repeat counts once, at the other one")
    #expect(try await two.shown() == "a b lost = 3")
    #expect(one.site.core.instances.count == 0)
  }

  @Test func `an event at a server that has lost the site without knowing it is handled by the other one`() async throws
  {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    // The first sleeps; the second buries it and takes over.
    one.line.isCut = true
    await machines.pass(4, of: 2)
    #expect(try await two.add("b") == 200)
    one.line.isCut = false
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
}

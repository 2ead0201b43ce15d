import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The pure parts that decide: the states of a request, waiting, deadlines, shutdown.
struct DecisionTests {
  @Test func `a declared body over the limit is refused before it is read`() {
    var state = ExchangeState(limit: 10)
    #expect(state.headArrived(length: 11) == .refuse(.contentTooLarge))
    #expect(state.bodyArrived() == .cut)
    var fits = ExchangeState(limit: 10)
    #expect(fits.headArrived(length: 10) == .wait)
    #expect(fits.bodyArrived() == .collect)
    #expect(fits.bodyEnded() == .respond)
    #expect(fits.bodyEnded() == .cut)
  }

  @Test func `an early answer is taken without sleep, a late one wakes the reader, and a second one is too late`() {
    var early = Mailbox()
    #expect(early.deliver(Response(.ok)) == .none)
    #expect(early.take(orSleep: { Issue.record("slept on an answer") })?.status == .ok)
    #expect(early.deliver(Response(.ok)) == .tooLate)
    var late = Mailbox()
    var slept = 0
    #expect(late.take(orSleep: { slept += 1 }) == nil)
    #expect(late.take(orSleep: { slept += 1 }) == nil)
    #expect(slept == 1)
    #expect(late.deliver(Response(.accepted)) == .wake)
    #expect(late.deliver(Response(.ok)) == .tooLate)
    #expect(late.close()?.status == .accepted)
    #expect(late.close() == nil)
  }

  @Test(
    arguments: [
      (ConnectionPhase.Step.fresh, 10), (.head, 10), (.body, 30), (.idle, 40), (.last, 40), (.reply, nil),
    ] as [(ConnectionPhase.Step, Int?)])
  func `each phase has its own deadline`(step: ConnectionPhase.Step, seconds: Int?) {
    let start = ContinuousClock.now
    let phase = ConnectionPhase(step: step, since: start)
    let allowed = seconds ?? 1_000_000
    #expect(phase.overdue(at: start + .seconds(allowed), HTTPLimits()) == nil)
    #expect((phase.overdue(at: start + .seconds(allowed) + .milliseconds(1), HTTPLimits()) != nil) == (seconds != nil))
  }

  @Test func `a shutdown waits, closes idle connections, and abandons the rest after the grace period`() {
    let start = ContinuousClock.now
    var drain = Drain(start: start, grace: .seconds(5))
    #expect(drain.advance(to: start, connections: 2) == .wait)
    #expect(drain.advance(to: start + Drain.settling, connections: 2) == .closeIdle)
    #expect(!drain.isAbandoning)
    #expect(drain.advance(to: start + .seconds(5), connections: 1) == .abandon)
    #expect(drain.isAbandoning && !drain.isOver)
    _ = drain.advance(to: start + .seconds(5) + Drain.farewell, connections: 1)
    #expect(drain.isOver)
    var empty = Drain(start: start, grace: .seconds(5))
    _ = empty.advance(to: start, connections: 0)
    #expect(empty.isOver)
  }

  @Test func `an address gets connections up to the limit, and another after one closes`() {
    let clients = ClientCounter(limit: 2)
    for _ in 0..<2 {
      #expect(clients.admits("a"))
      clients.opened("a")
    }
    #expect(!clients.admits("a"))
    #expect(clients.admits("b"))
    clients.closed("a")
    #expect(clients.admits("a"))
    #expect(ClientCounter(limit: 0).admits("a"))
  }
}

import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// How long a page remembers the ids of events.
@Suite struct ReplyCacheTests {
  private func event(_ id: Int, _ sender: String = "me") -> PersistedEvent {
    .init(id: "\(id)", sender: sender, fingerprint: "f")
  }

  @Test func `the events of others push nobody's id out`() throws {
    var cache = ReplyCache(perSender: 256, room: 1 << 20, at: .zero)
    #expect(cache.keep(Outcome(), of: event(0), at: .zero).isEmpty)
    var crossed: [LimitName] = []
    for number in 1...5_000 { crossed += cache.keep(Outcome(), of: event(number, "you"), at: .seconds(60)) }
    #expect(try cache.first(event(0)) != nil && cache.first(event(4_744, "you")) == nil)
    #expect(try cache.first(event(4_745, "you")) != nil)
    #expect(crossed == Array(repeating: .receipts, count: 5_000 - 256))
  }

  @Test func `an old id goes when a page has newer ones, and stays while it has few`() throws {
    var cache = ReplyCache(perSender: 4, room: 1 << 20, before: [event(0, "old")], at: .zero)
    for number in 1...3 { _ = cache.keep(Outcome(), of: event(number), at: .seconds(1)) }
    #expect(cache.keep(Outcome(), of: event(4), at: .seconds(119)).isEmpty)
    #expect(try cache.first(event(0, "old")) != nil)
    #expect(cache.keep(Outcome(), of: event(1, "new"), at: .seconds(120)).isEmpty)
    #expect(try cache.first(event(0, "old")) == nil && cache.first(event(1)) != nil)
    #expect(cache.keep(Outcome(), of: event(2, "new"), at: .seconds(500)).isEmpty)
    #expect(try cache.first(event(1)) == nil && cache.first(event(3)) != nil && cache.first(event(1, "new")) != nil)
  }

  /// A sender's last ids are remembered for two minutes, whatever others do.
  @Test func `law: an id is forgotten only when it is old, or its sender has sent many more`() throws {
    for seed in seeds(100) {
      var random = Seeded(state: UInt64(seed))
      let most = Int.random(in: 1...6, using: &random)
      var cache = ReplyCache(perSender: most, room: 1 << 20, at: .zero)
      var sent: [(event: PersistedEvent, time: Duration)] = []
      var now = Duration.zero
      for number in 0..<60 {
        now += .seconds(Int.random(in: 0...20, using: &random))
        let new = event(number, "\(Int.random(in: 0..<4, using: &random))")
        _ = cache.keep(Outcome(), of: new, at: now)
        sent.append((new, now))
        for (index, old) in sent.enumerated() {
          let newer = sent[(index + 1)...]
          let isYoung = now - old.time < ReplyCache.lifetime
          let mustKnow =
            newer.filter { $0.event.sender == old.event.sender }.count < most
            && (isYoung || newer.count < most)
          let mustForget = newer.filter { $0.event.sender == old.event.sender }.count >= most
          let isKnown = try cache.first(old.event) != nil
          #expect(!mustKnow || isKnown, "seed \(seed)")
          #expect(!mustForget || !isKnown, "seed \(seed)")
        }
      }
    }
  }
}

import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// How long a page remembers the ids of events.
@Suite struct ReplyCacheTests {
  private func event(_ id: Int, _ sender: String = "me") -> PersistedEvent {
    .init(id: "\(id)", sender: sender, fingerprint: "f")
  }

  @Test func `an id is known for two minutes, and then as long as it is among the newest`() throws {
    var cache = ReplyCache(most: 1_000, newest: 2, room: 1 << 20, at: .zero)
    for number in 0..<3 { #expect(cache.keep(Outcome(), of: event(number), at: .zero).isEmpty) }
    #expect(cache.keep(Outcome(), of: event(3), at: .seconds(119)).isEmpty)
    #expect(try (0...3).allSatisfy { try cache.first(event($0)) != nil })
    #expect(cache.keep(Outcome(), of: event(4), at: .seconds(121)).isEmpty)
    #expect(try (0...4).map { try cache.first(event($0)) != nil } == [false, false, false, true, true])
    #expect(try cache.first(event(4)) != nil, "nothing is forgotten before newer ones come")
    for number in 5..<7 { _ = cache.keep(Outcome(), of: event(number), at: .seconds(9_999)) }
    #expect(try (3...6).map { try cache.first(event($0)) != nil } == [false, false, true, true])
  }

  @Test func `within two minutes only the limit pushes an id out: the oldest first, and each is counted`() throws {
    let most = PageLimits().receipts
    #expect(most == 65_536)
    var cache = ReplyCache(most: most, room: 1 << 20, at: .zero)
    var crossed: [LimitName] = []
    for number in 0..<most { crossed += cache.keep(Outcome(), of: event(number, "\(number % 7)"), at: .seconds(1)) }
    #expect(try crossed.isEmpty && cache.first(event(0, "0")) != nil)
    let full = cache.weight
    #expect(cache.keep(Outcome(), of: event(most), at: .seconds(2)) == [.receipts])
    #expect(try cache.first(event(0, "0")) == nil && cache.first(event(1, "1")) != nil)
    #expect(cache.weight == full)
  }

  @Test func `after a burst, each event forgets a few old ids, until only the newest are left`() throws {
    var cache = ReplyCache(most: 65_536, room: 1 << 20, at: .zero)
    for number in 0..<10_000 { _ = cache.keep(Outcome(), of: event(number), at: .zero) }
    let full = cache.weight
    _ = cache.keep(Outcome(), of: event(10_000), at: .seconds(500))
    #expect(cache.weight < full && cache.weight > full / 2, "no event pays for all")
    for number in 10_001..<11_000 { _ = cache.keep(Outcome(), of: event(number), at: .seconds(500)) }
    #expect(try cache.first(event(9_999)) == nil && cache.first(event(10_000)) != nil)
    #expect(cache.weight < full / 9)
  }

  @Test func `ids from before a restart count as just handled, and each once`() throws {
    let before = [event(0), event(1), event(0), event(2)]
    var cache = ReplyCache(most: 4, newest: 0, room: 1 << 20, before: before, at: .seconds(1_000))
    #expect(cache.keep(Outcome(), of: event(3), at: .seconds(1_119)).isEmpty)
    #expect(try (0...3).allSatisfy { try cache.first(event($0)) != nil })
    #expect(cache.keep(Outcome(), of: event(4), at: .seconds(1_121)).isEmpty)
    #expect(try (0...4).map { try cache.first(event($0)) != nil } == [false, false, false, true, true])
  }

  @Test func `a repeat is refused if its id may be forgotten, and only then`() throws {
    var cache = ReplyCache(most: 1_000, newest: 2, room: 1 << 20, at: .seconds(1_000))
    func isRefused(_ age: Int, at now: Int) -> Bool {
      do { try cache.checkAge(.seconds(age), at: .seconds(now)) } catch { return error.status == .conflict }
      return false
    }
    #expect([119, 120, 121, 9_999].map { isRefused($0, at: 1_000) } == [false, true, true, true])
    #expect([5_119, 5_120].map { isRefused($0, at: 6_000) } == [false, true], "it has forgotten nothing")
    for number in 0..<3 { _ = cache.keep(Outcome(), of: event(number), at: .seconds(1_100 + number)) }
    #expect(!isRefused(5_000, at: 6_000))
    _ = cache.keep(Outcome(), of: event(3), at: .seconds(1_300))
    #expect([199, 198].map { isRefused($0, at: 1_300) } == [true, false], "it forgot the ids of 1,100 and 1,101")
  }

  @Test func `law: an id is forgotten only when it is old, or many newer ones came`() throws {
    for seed in seeds(100) {
      var random = Seeded(state: UInt64(seed))
      let most = Int.random(in: 2...12, using: &random)
      let newest = Int.random(in: 0...most, using: &random)
      var cache = ReplyCache(most: most, newest: newest, room: 1 << 20, at: .zero)
      var sent: [(event: PersistedEvent, time: Duration)] = []
      var now = Duration.zero
      for number in 0..<60 {
        now += .seconds(Int.random(in: 0...40, using: &random))
        let new = event(number, "\(Int.random(in: 0..<4, using: &random))")
        let crossed = cache.keep(Outcome(), of: new, at: now)
        sent.append((new, now))
        for (index, old) in sent.enumerated() {
          let newer = sent.count - index - 1
          let isYoung = now - old.time < PersistedEvent.lifetime
          let isKnown = try cache.first(old.event) != nil
          #expect(isKnown == (newer < most && (isYoung || newer < newest)), "seed \(seed)")
          let isRefused = (try? cache.checkAge(now - old.time, at: now)) == nil
          #expect(isKnown || isRefused, "seed \(seed): nobody counts twice")
        }
        let pushedOut = sent.dropLast(most).last.map { now - $0.time < PersistedEvent.lifetime } ?? false
        #expect(crossed == (pushedOut ? [.receipts] : []), "seed \(seed)")
      }
    }
  }
}

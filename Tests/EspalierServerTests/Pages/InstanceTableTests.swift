import Espalier
import Testing

@testable import EspalierServer

/// Which page instances stay and which go.
@Suite struct InstanceTableTests {
  private func site(_ limits: PageLimits, _ clock: ManualClock = ManualClock()) -> Site {
    Site(templates: "none", files: "none", limits: limits, log: .silent, clock: clock) {
      Page("/own", title: "", scope: .browser) { ContainerModel() }
    }
  }

  @Test(arguments: 0..<20)
  func `keys are in the order of their last use, whatever was done before`(seed: Int) {
    var random = Seeded(state: UInt64(seed))
    var (recency, model) = (Recency<Int>(), [Int]())
    for _ in 0..<500 {
      let key = Int.random(in: 0..<12, using: &random)
      model.removeAll { $0 == key }
      if Int.random(in: 0..<3, using: &random) == 0 {
        recency.remove(key)
      } else {
        recency.use(key)
        model.append(key)
      }
      #expect(recency.oldest == model.first && recency.count == model.count)
    }
    for key in model {
      #expect(recency.oldest == key)
      recency.remove(key)
    }
    #expect(recency.oldest == nil && recency.count == 0)
  }

  /// The table as one would first write it: it looks at all for each newcomer.
  private struct Model {
    struct Entry {
      var last: Duration
      var isProvisional: Bool
      var isWatched = false
    }
    var entries: [String: Entry] = [:]
    let limits: PageLimits

    mutating func ask(_ browser: String, at now: Duration, provisionally: Bool) {
      entries = entries.filter {
        $0.value.isWatched || now - $0.value.last <= ($0.value.isProvisional ? limits.provisional : limits.unseen)
      }
      if let known = entries[browser] {
        entries[browser] = Entry(last: now, isProvisional: false, isWatched: known.isWatched)
        return
      }
      if entries.count >= limits.instances {
        let idle = entries.filter { !$0.value.isWatched }
        let first = idle.min {
          ($0.value.isProvisional ? 0 : 1, $0.value.last) < ($1.value.isProvisional ? 0 : 1, $1.value.last)
        }
        guard let first else { return }
        entries[first.key] = nil
      }
      entries[browser] = Entry(last: now, isProvisional: provisionally)
    }
  }

  @Test(arguments: 0..<20)
  func `the same stay as where all are looked at for each newcomer`(seed: Int) throws {
    var limits = PageLimits()
    (limits.instances, limits.unseen, limits.provisional) = (6, .seconds(1000), .seconds(60))
    let (clock, start) = (ManualClock(), ManualClock().now)
    let site = site(limits, clock)
    let page = try #require(site.page(at: "/own"))
    var (random, model) = (Seeded(state: UInt64(seed)), Model(limits: limits))
    for _ in 0..<300 {
      // No two at one moment, so that it is clear which was first.
      clock.advance(by: .seconds(Int.random(in: 1...40, using: &random)))
      let browser = "b\(Int.random(in: 0..<12, using: &random))"
      let request = Bool.random(using: &random) ? try Request(.get, "/own") : nil
      let instance = try? site.instance(of: page, for: browser, by: request)
      model.ask(browser, at: start.duration(to: clock.now), provisionally: request != nil)
      #expect(Set(site.instances.all.compactMap(\.browser)) == Set(model.entries.keys))
      // Who looks has a tree that is asked for again.
      guard let instance, model.entries[browser]?.isProvisional == false, Int.random(in: 0..<4, using: &random) == 0
      else {
        continue
      }
      let isWatched = model.entries[browser]?.isWatched == true
      isWatched ? instance.audience.leave() : instance.audience.join()
      model.entries[browser]?.isWatched = !isWatched
    }
  }

  @Test func `what a request without a cookie leaves behind goes soon, unless it comes back by whatever way`() throws {
    let clock = ManualClock()
    let site = site(PageLimits(), clock)
    func look(_ query: String = "", _ headers: Headers = [:]) throws -> Response {
      try #require(try ask(site, "/own\(query)", headers))
    }
    let left = try #require(look().headers[.instance])
    let byLink = try #require(look().headers[.instance])
    let byCookie = try look()
    let cookie = try #require(byCookie.headers[.setCookie]?.split(separator: ";").first).description
    clock.advance(by: .seconds(200))
    #expect(try look("?instance=\(byLink)").status == .ok)
    #expect(try look("", [.cookie: cookie]).status == .ok)
    clock.advance(by: .seconds(200))
    #expect(try look("?instance=\(left)").status == .notFound)
    clock.advance(by: .seconds(80_000))
    #expect(try look("?instance=\(byLink)").status == .ok)
    #expect(try look("", [.cookie: cookie]).headers[.instance] == byCookie.headers[.instance])
    #expect(site.metrics.pages["/own"]?.expired.value == 1)
  }

  @Test func `a flood of requests without cookies pushes out no page that somebody came back to`() throws {
    var limits = PageLimits()
    limits.instances = 10
    let site = site(limits)
    let page = try #require(site.page(at: "/own"))
    let own = try (0..<5).map { try site.instance(of: page, for: "b\($0)") }
    for _ in 0..<100 { #expect(try ask(site, "/own")?.status == .ok) }
    #expect(own.allSatisfy { site.instances.instance($0.id) === $0 })
    #expect(site.instances.count == 10)
  }

  @Test func `where all are looked at, there is no search for an idle one until a second has gone`() throws {
    var limits = PageLimits()
    limits.instances = 1
    let clock = ManualClock()
    let site = site(limits, clock)
    let page = try #require(site.page(at: "/own"))
    let watched = try site.instance(of: page, for: "a")
    watched.audience.join()
    #expect(throws: HTTPError.self) { try site.instance(of: page, for: "b") }
    watched.audience.leave()
    #expect(throws: HTTPError.self) { try site.instance(of: page, for: "b") }
    clock.advance(by: .seconds(1))
    #expect(try site.instance(of: page, for: "b").browser == "b")
  }
}

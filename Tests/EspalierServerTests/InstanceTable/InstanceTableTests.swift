import EspalierLocks
import EspalierTestSupport
import Espalier
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Which page instances stay in memory and which are removed.
@Suite struct InstanceTableTests {
  private func site(_ limits: PageLimits, _ clock: ManualClock = ManualClock()) -> Site {
    Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent, clock: clock) {
      Page("/own", title: "", scope: .browser) { ContainerModel() }
    }
  }

  @Test(arguments: 0..<20)
  func `keys are in the order of their last use, whatever was done before`(seed: Int) {
    var random = Seeded(state: UInt64(seed))
    var (order, model) = (LRUOrder<Int>(), [Int]())
    for _ in 0..<500 {
      let key = Int.random(in: 0..<12, using: &random)
      model.removeAll { $0 == key }
      if Int.random(in: 0..<3, using: &random) == 0 {
        order.remove(key)
      } else {
        order.use(key)
        model.append(key)
      }
      #expect(order.oldest == model.first && order.count == model.count)
    }
    for key in model {
      #expect(order.oldest == key)
      order.remove(key)
    }
    #expect(order.oldest == nil && order.count == 0)
  }

  /// A simple model of the table that checks all entries for each new instance.
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
  func `the table keeps the same instances as the simple model`(seed: Int) throws {
    var limits = PageLimits()
    (limits.instances, limits.unseen, limits.provisional) = (6, .seconds(1000), .seconds(60))
    let (clock, start) = (ManualClock(), ManualClock().now)
    let site = site(limits, clock)
    let page = try #require(try site.core.page(at: "/own"))
    var (random, model) = (Seeded(state: UInt64(seed)), Model(limits: limits))
    for _ in 0..<300 {
      // No two requests at one moment, so that their order is clear.
      clock.advance(by: .seconds(Int.random(in: 1...40, using: &random)))
      let browser = "b\(Int.random(in: 0..<12, using: &random))"
      let request = Bool.random(using: &random) ? try Request(.get, "/own") : nil
      let instance = try? site.core.instance(of: page, for: browser, by: request)
      model.ask(browser, at: start.duration(to: clock.now), provisionally: request != nil)
      #expect(Set(site.core.instances.all.compactMap(\.browser)) == Set(model.entries.keys))
      // A viewer's tree was requested again.
      guard let instance, model.entries[browser]?.isProvisional == false, Int.random(in: 0..<4, using: &random) == 0
      else {
        continue
      }
      let isWatched = model.entries[browser]?.isWatched == true
      isWatched ? instance.audience.leave() : instance.audience.join()
      model.entries[browser]?.isWatched = !isWatched
    }
  }

  @Test func `an instance of a request without a cookie expires soon, unless the client returns by link or cookie`()
    throws
  {
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
    #expect(site.core.metrics.pages["/own"]?.expired.value == 1)
  }

  @Test func `many requests without cookies do not remove pages that somebody returned to`() throws {
    var limits = PageLimits()
    limits.instances = 10
    let site = site(limits)
    let page = try #require(try site.core.page(at: "/own"))
    let own = try (0..<5).map { try site.core.instance(of: page, for: "b\($0)") }
    for _ in 0..<100 { #expect(try ask(site, "/own")?.status == .ok) }
    #expect(own.allSatisfy { site.core.instances.instance($0.id) === $0 })
    #expect(site.core.instances.count == 10)
  }

  @Test func `if all instances have viewers, the table searches for an idle one only once a second`() throws {
    var limits = PageLimits()
    limits.instances = 1
    let clock = ManualClock()
    let site = site(limits, clock)
    let page = try #require(try site.core.page(at: "/own"))
    let watched = try site.core.instance(of: page, for: "a")
    watched.audience.join()
    #expect(throws: HTTPError.self) { try site.core.instance(of: page, for: "b") }
    watched.audience.leave()
    #expect(throws: HTTPError.self) { try site.core.instance(of: page, for: "b") }
    clock.advance(by: .seconds(1))
    #expect(try site.core.instance(of: page, for: "b").browser == "b")
  }

  @Test func `one address removes only its own pages`() throws {
    var limits = PageLimits()
    (limits.instances, limits.instancesPerAddress) = (20, 5)
    let site = site(limits)
    func open(from address: String) throws -> String {
      try #require(try ask(site, "/own", from: address)?.headers[.instance])
    }
    let others = try (0..<5).map { try open(from: "192.0.2.\($0)") }
    let ids = try (0..<200).map { _ in try open(from: "203.0.113.1") }
    #expect(others.allSatisfy { site.core.instances.instance($0) != nil })
    #expect(ids.map { site.core.instances.instance($0) != nil } == ids.indices.map { $0 >= 195 })
    #expect(site.core.instances.count == 10)
  }

  @Test func `instances count by their size in bytes`() throws {
    struct Line: Content {
      var text: String
      var html: HTML { "<p>\(text)</p>" }
    }
    var limits = PageLimits()
    limits.instanceBytes = 1 << 20
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/small", title: "", scope: .browser) { ContainerModel() }
      Page("/large", title: "", scope: .browser) {
        let root = ContainerModel()
        root.add((0..<300).map { Line(text: "\($0)") })
        return root
      }
    }
    for _ in 0..<30 { #expect(try ask(site, "/small")?.status == .ok) }
    #expect(site.core.instances.count == 30)
    for _ in 0..<20 { #expect(try ask(site, "/large")?.status == .ok) }
    #expect((1...3).contains(site.core.instances.count))
    #expect(site.core.instances.bytes.value < 3 << 19)
    let sum = site.core.instances.all.reduce(0) { $0 + ($1.footprint.bytes) }
    #expect(site.core.instances.bytes.value == sum)
  }

  @Test func `an instance that a request holds is not removed`() throws {
    var limits = PageLimits()
    limits.instances = 1
    let site = site(limits, ManualClock())
    let page = try #require(try site.core.page(at: "/own"))
    var visit: Visit? = site.core.visit(of: page, for: "a")
    let id = try #require(try visit?.made().id)
    let error = #expect(throws: HTTPError.self) { try site.core.instance(of: page, for: "b") }
    #expect(error?.limit == .instances && site.core.instances.instance(id) != nil)
    visit = nil
    let other = InstanceTableTests().site(limits, ManualClock())
    _ = try other.core.instance(of: page, for: "a")
    #expect(try other.core.instance(of: page, for: "b").browser == "b")
  }

  /// A page whose root takes a while to make.
  private func slowSite(_ made: Counter) -> Site {
    Site(templates: "none", files: "none", log: .silent) {
      Page("/slow", title: "", scope: .browser) {
        made.add()
        usleep(50_000)
        return ContainerModel()
      }
    }
  }

  @Test func `many requests at one moment make one instance, and each of them gets it`() async throws {
    let made = Counter()
    let site = slowSite(made)
    let page = try #require(try site.core.page(at: "/slow"))
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try site.core.instance(of: page, for: "a").id } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(made.value == 1 && ids.count == 1)
    #expect(site.core.metrics.pages["/slow"]?.made.value == 1)
  }

  @Test func `all who wait for an instance that cannot be made learn why, and the next request begins anew`() throws {
    let site = site(PageLimits())
    let owner = PersistedInstance.Owner(page: "/own", browser: "a")
    let (made, errors) = (Counter(), Lock<[HTTPError.Code]>([]))
    @Sendable func visit() -> Visit {
      site.core.instances.visit(of: owner) {
        InstanceSlot(
          owner, of: Holdings(of: [], nil, at: nil).site, by: nil, provisionally: false, in: Lane(elsewhere: { $0() })
        ) { slot, reply in
          made.add()
          // Two more come while it is being made.
          if made.value == 1 { for _ in 0..<2 { enter() } }
          site.core.instances.drop(slot)
          reply(.failure(HTTPError(.unavailable, "The store cannot be read.")))
        }
      }.visit
    }
    @Sendable func enter() {
      try? visit().enter({ _ in Issue.record("there is an instance") }) { error in
        errors.withLock { $0.append(error.code) }
      }
    }
    enter()
    #expect(made.value == 1 && errors.withLock { $0 } == [.unavailable, .unavailable, .unavailable])
    enter()
    #expect(made.value == 2 && errors.withLock { $0.count } == 4)
    #expect(site.core.instances.count == 0)
  }

  private final class Reader: ContainerModel {
    static let number = SharedData<Int>("number")
    private let (meanwhile, heard): (() -> Void, Lock<[Int]>)

    init(_ heard: Lock<[Int]>, meanwhile: @escaping () -> Void) {
      (self.meanwhile, self.heard) = (meanwhile, heard)
      super.init()
    }

    override func didLoad() {
      subscribe(to: Self.number) { reader, number in reader.heard.withLock { $0.append(number) } }
      meanwhile()
    }
  }

  @Test func `what the site shares while an instance is made reaches it`() async throws {
    let (heard, own) = (Lock<[Int]>([]), Lock<Site?>(nil))
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/own", title: "", scope: .browser) {
        Reader(heard) { own.withLock { $0 }?.share(2, to: Reader.number) }
      }
    }
    site.share(1, to: Reader.number)
    own.withLock { $0 = site }
    _ = try site.core.instance(of: #require(try site.core.page(at: "/own")), for: "a")
    own.withLock { $0 = nil }
    try await until { heard.withLock { $0 } == [1, 2] }
  }
}

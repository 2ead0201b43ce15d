import Espalier
import EspalierCluster
import EspalierHTTP
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierServer

/// A page that saves what it was sent.
final class Notes: ContainerModel {
  struct Pad: Content, Identifiable {
    static let add = Event<String>("add")
    var id = 1
    var heard: [String] = []
    var html: HTML { "<p>\(heard.joined(separator: " "))</p><form \(Self.add)><input name=\"data\"></form>" }
  }
  private var heard: [String] = []

  override func didLoad() {
    persist(\.heard, as: "heard")
    let pad = CellModel(Pad(heard: heard))
    add(pad)
    on(Pad.add) {
      $0.heard.append($1)
      pad.content.heard = $0.heard
    }
  }
}

struct NoteURL: SiteURL {
  static let path = "/note/{number}"
  var number: Int
  var topic: String?
}

extension Machines {
  /// Starts a server whose pages are on any node, but for the board.
  func startNotes(_ address: String, _ limits: Limits = .spacious) throws -> Machine {
    try start(address) { store, clock in
      Site(limits: limits, store: store, log: .silent, clock: clock) {
        Page("/board", title: "Board") { Board() }
        Page(NoteURL.self, title: "Note") { $0.number < 100 ? Notes() : nil }.onAnyNode()
        Page("/cart", title: "Cart", scope: .browser) { Notes() }.onAnyNode()
        Route(.get, "/where") { _ in .text(address) }.onAnyNode()
        Route(.get, "/site") { _ in .text(address) }
      }
      .provide(Tally()) { $0.persist(\.count, as: "count") }
    }
  }
}

extension Limits {
  /// For many page instances from one address.
  static var spacious: Limits {
    var limits = Limits()
    (limits.pages.instancesPerSecond, limits.pages.instanceBurst) = (100_000, 100_000)
    return limits
  }
}

/// One page of some servers.
struct Place: Sendable {
  let path: String
  var cookie: String?
  var query = ""

  /// Posts a text, always with the same id.
  func add(_ text: String, at machine: Machine) async throws -> Response {
    try await machine.post(
      "\(path)/events?node=1&event=add&id=event-\(text)-0123456789\(query)", "data=\(text)", cookie: cookie)
  }

  func shown(at machine: Machine) async throws -> String {
    var headers: Headers = [:]
    headers[.cookie] = cookie
    let text = try await machine.get(path + (query.isEmpty ? "" : "?\(query.dropFirst())"), headers).text
    guard let start = text.firstRange(of: "<p>"), let end = text.firstRange(of: "</p>") else { return text }
    return String(text[start.upperBound..<end.lowerBound])
  }
}

extension Response {
  /// The cookie that it gives the browser, as the browser sends it back.
  var cookie: String? { headers[.setCookie]?.split(separator: ";").first.map(String.init) }
}

/// Pages that any server may have.
@Suite struct AnyNodeTests {
  private let machines = Machines()

  private func start(_ address: String) throws -> Machine { try machines.startNotes(address) }

  private func count(_ machine: Machine) -> Int { machine.site.core.instances.count }

  @Test func `each location is at the server that was asked first, and all servers answer for it`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let (first, second) = (Place(path: "/note/1"), Place(path: "/note/2"))
    #expect(try await first.add("a", at: one).status == .ok)
    #expect(try await second.add("b", at: two).status == .ok)
    #expect(count(one) == 1 && count(two) == 1)
    #expect(try await first.add("c", at: two).status == .ok)
    #expect(try await second.add("d", at: one).status == .ok)
    for machine in [one, two] {
      #expect(try await first.shown(at: machine) == "a c")
      #expect(try await second.shown(at: machine) == "b d")
    }
    #expect(count(one) == 1 && count(two) == 1)
    #expect(try await one.add("site") == 200)
    #expect(try await two.shown() == "site = 1")
  }

  @Test func `reading a location claims nothing, also if it does not exist`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let place = Place(path: "/note/1")
    #expect(try await place.shown(at: one) == "")
    #expect(try await two.get("/note/100").status == .notFound)
    #expect(
      machines.database.term(of: .page("/note/1")) == nil && machines.database.term(of: .page("/note/100")) == nil)
    #expect(try await place.add("a", at: two).status == .ok)
    #expect(try await place.shown(at: one) == "a", "its copy from before the claim is not shown again")
    #expect(try await place.add("b", at: one).status == .ok)
    #expect(try await place.shown(at: two) == "a b")
  }

  @Test func `a tree that a server made before it claimed it stays`() async throws {
    let one = try start("one")
    let page = try await one.get("/note/1", [.accept: "application/json"])
    let tag = page.headers[.etag] ?? ""
    #expect(try await Place(path: "/note/1").add("a", at: one).status == .ok)
    let next = try await one.get("/note/1", [.accept: "application/json"]).headers[.etag] ?? ""
    #expect(tag.split(separator: ".").first == next.split(separator: ".").first, "\(tag) \(next)")
    #expect(count(one) == 1)
  }

  @Test func `a cart is where its browser sends its first event, whatever server is asked`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let cookie = try #require(try await one.get("/cart").cookie)
    #expect(machines.database.count == 0)
    let cart = Place(path: "/cart", cookie: cookie)
    #expect(try await cart.shown(at: two) == "")
    #expect(try await cart.add("a", at: two).status == .ok)
    #expect(try await cart.add("b", at: one).status == .ok)
    #expect(machines.database.count == 1)
    for machine in [one, two] { #expect(try await cart.shown(at: machine) == "a b") }
    two.kill()
    let three = try start("three")
    #expect(try await machines.passing { try await cart.add("b", at: one) }.status == .ok, "a repeat")
    #expect(try await machines.passing { try await cart.add("c", at: three) }.status == .ok)
    for machine in [one, three] { #expect(try await cart.shown(at: machine) == "a b c") }
  }

  @Test func `a first event without a cookie makes a browser, which is known at each server`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let cookie = try #require(try await Place(path: "/cart").add("a", at: two).cookie)
    let cart = Place(path: "/cart", cookie: cookie)
    #expect(try await cart.add("b", at: one).status == .ok)
    #expect(try await cart.shown(at: one) == "a b")
  }

  @Test func `a client without cookies is led by the id of its page`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let page = try await one.get("/cart")
    let id = try #require(page.headers["Espalier-Instance"])
    #expect(id.hasPrefix(one.node.instancePrefix))
    let cart = Place(path: "/cart", query: "&instance=\(id)")
    #expect(try await cart.add("a", at: two).status == .ok)
    #expect(try await cart.add("b", at: one).status == .ok)
    for machine in [one, two] { #expect(try await cart.shown(at: machine) == "a b") }
    one.kill()
    let three = try start("three")
    let later = try await machines.passing { try await cart.add("c", at: three) }
    #expect(later.status == .ok, "the store knows whose it is")
    for machine in [two, three] { #expect(try await cart.shown(at: machine) == "a b c") }
  }

  @Test func `an id that nobody knows is an error at each server`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    for id in ["", "a", one.node.instancePrefix, "\(one.node.instancePrefix)zz"] {
      #expect(try await two.get("/cart?instance=\(id)").status == .notFound, "\(id)")
    }
    for digits in [one.node.instancePrefix, two.node.instancePrefix, "ffffffff"] {
      let cart = Place(path: "/cart", query: "&instance=\(digits)\(String(repeating: "0", count: 24))")
      #expect(try await cart.add("a", at: two).status == .notFound)
      #expect(try await two.get("/cart?instance=\(digits)").status == .notFound)
    }
  }

  @Test func `a long query is found by the id in its place`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let path = "/note/1?topic=\(String(repeating: "x", count: 300))"
    let page = try await one.get(path)
    let id = try #require(page.headers["Espalier-Instance"])
    let place = Place(path: "/note/1", query: "&instance=\(id)")
    #expect(try await place.add("a", at: two).status == .ok)
    #expect(try await place.add("b", at: one).status == .ok)
    #expect(try await two.get(path).text.contains("a b"))
    #expect(try await Place(path: "/note/1").shown(at: two) == "", "another location")
  }

  @Test func `viewers of a long query have the same instance, whatever server they load it from`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let path = "/note/1?topic=\(String(repeating: "x", count: 300))"
    let id = try await one.get(path).headers["Espalier-Instance"]
    #expect(try await two.get(path).headers["Espalier-Instance"] == id)
    #expect(count(one) == 1 && count(two) == 0)
  }

  @Test func `a very long location is at the server that has the site`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    let path = "/note/1?topic=\(String(repeating: "x", count: 2_000))"
    let id = try #require(try await two.get(path).headers["Espalier-Instance"])
    #expect(try await Place(path: "/note/1", query: "&instance=\(id)").add("b", at: two).status == .ok)
    #expect(try await two.get(path).text.contains("b"))
    #expect(one.holdings == ["site"] && count(two) == 0)
  }

  @Test func `the id of a tree is worth nothing when its browser has another one elsewhere`() async throws {
    let (one, two, three) = (try start("one"), try start("two"), try start("three"))
    let page = try await one.get("/cart")
    let (cookie, id) = (page.cookie, try #require(page.headers["Espalier-Instance"]))
    #expect(try await Place(path: "/cart", cookie: cookie).add("a", at: two).status == .ok)
    #expect(try await Place(path: "/cart", query: "&instance=\(id)").add("b", at: three).status == .notFound)
    #expect(count(one) == 0)
  }

  @Test func `what nobody uses any more is given up, and found again`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let (kept, empty) = (Place(path: "/note/1"), Place(path: "/note/2"))
    #expect(try await kept.add("a", at: one).status == .ok)
    let nothing = try await one.post("/note/2/events?node=1&event=nothing&id=event-nothing-0123456789", "data=1")
    #expect(nothing.status.code < 500 && machines.database.term(of: .page("/note/2")) == 1)
    one.site.core.instances.remove(of: [.page("/note/1"), .page("/note/2")])
    one.site.settle()
    one.site.core.holdings.releaseUnused()
    #expect(machines.database.term(of: .page("/note/2")) == nil, "nothing of it is saved")
    #expect(machines.database.term(of: .page("/note/1")) == 1)
    #expect(one.holdings == [])
    #expect(try await kept.add("b", at: two).status == .ok)
    #expect(try await kept.shown(at: two) == "a b")
    #expect(try await empty.add("c", at: two).status == .ok)
    #expect(try await empty.shown(at: one) == "c")
    #expect(machines.database.term(of: .page("/note/1")) == 1, "the same server has it")
  }

  @Test func `when a server is over, the others take what they are asked for`() async throws {
    let (one, two, three) = (try start("one"), try start("two"), try start("three"))
    let places = (0..<6).map { Place(path: "/note/\($0)") }
    for place in places { #expect(try await place.add("a", at: one).status == .ok) }
    for place in places { #expect(try await place.shown(at: two) == "a") }
    one.line.isCut = true
    await machines.pass(5)
    for (place, machine) in zip(places, [two, three, two, three, two, three]) {
      #expect(try await place.add("b", at: machine).status == .ok)
    }
    #expect(count(two) == 3 && count(three) == 3)
    one.line.isCut = false
    await machines.pass(1)
    for place in places { #expect(try await place.shown(at: one) == "a b") }
    #expect(count(one) == 0)
  }

  @Test func `a server without the database shows what it has, and passes on what it knows`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let (first, second) = (Place(path: "/note/1"), Place(path: "/note/2"))
    #expect(try await first.add("a", at: one).status == .ok)
    #expect(try await second.add("b", at: two).status == .ok)
    #expect(try await second.shown(at: one) == "b")
    for machine in [one, two] { machine.line.isCut = true }
    await machines.pass(5)
    #expect(try await first.shown(at: one) == "a")
    #expect(try await second.shown(at: one) == "b")
    #expect(try await one.get("/cart").status == .ok, "a new browser")
    #expect(try await first.add("c", at: one).status == .serviceUnavailable)
    #expect(try await one.get("/note/3").status == .serviceUnavailable, "perhaps something of it is saved")
    for machine in [one, two] { machine.line.isCut = false }
    await machines.pass(1)
    #expect(try await first.add("c", at: two).status == .ok)
    #expect(try await first.shown(at: one) == "a c")
  }

  @Test func `cookies that a client invents make rows only at the rate of new pages`() async throws {
    var limits = Limits()
    (limits.pages.instancesPerSecond, limits.pages.instanceBurst) = (1, 20)
    let one = try machines.startNotes("one", limits)
    let name = try #require(try await one.get("/cart").cookie?.split(separator: "=").first)
    let begun = ContinuousClock.now
    var statuses: [Int] = []
    for _ in 0..<100 {
      let cart = Place(path: "/cart", cookie: "\(name)=\(RandomID.next())")
      _ = try await cart.shown(at: one)
      statuses.append(try await cart.add("a", at: one).status.code)
    }
    // The rate counts by the clock of the machine.
    let seconds = Int((ContinuousClock.now - begun) / .seconds(1)) + 1
    #expect(statuses.contains(429) && !statuses.contains { $0 >= 500 }, "\(statuses)")
    #expect(machines.database.count <= 20 + seconds)
  }

  @Test func `viewers at other servers follow a page on any node`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let place = Place(path: "/note/1")
    #expect(try await place.add("first", at: one).status == .ok)
    let stream = try await two.get("/note/1/patches?last=0", [.accept: "text/event-stream"])
    guard case .stream(let events) = stream.body else { throw Machine.NoStream(response: stream) }
    let seen = Lock("")
    #expect(try await place.add("second", at: one).status == .ok)
    #expect(await eventually { events.now(adding: seen).contains("second") })
    #expect(count(one) == 1 && count(two) == 0)
    #expect(machines.network.streams(of: "one") == 1)
  }

  @Test func `a stream claims its page`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    let place = Place(path: "/note/1")
    let stream = try await two.get("/note/1/patches?last=0", [.accept: "text/event-stream"])
    guard case .stream(let events) = stream.body else { throw Machine.NoStream(response: stream) }
    let seen = Lock("")
    #expect(machines.database.term(of: .page("/note/1")) == 1, "a stream claims")
    #expect(try await place.add("heard", at: one).status == .ok)
    #expect(await eventually { events.now(adding: seen).contains("heard") })
    #expect(count(two) == 1 && count(one) == 0)
  }

  @Test func `a route on any node is answered by the server that is asked`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await one.add("a") == 200)
    #expect(try await two.get("/where").text == "two")
    #expect(try await two.get("/site").text == "one")
  }

  @Test func `what shares memory cannot be at two servers`() throws {
    func complaint(_ site: Site) -> String {
      do { try site.check() } catch { return "\(error)" }
      return ""
    }
    let mixed = complaint(
      Site(log: .silent) {
        Page("/cart", title: "Cart", scope: .browser) { Notes() }.onAnyNode()
        Page("/mine", title: "Mine", scope: .tab) { Notes() }
        Page("/all", title: "All") { Notes() }
      })
    #expect(mixed.contains("/cart") && mixed.contains("/mine") && !mixed.contains("/all"))
    func board() -> Site { Site(log: .silent) { Page("/board", title: "Board") { Board() }.onAnyNode() } }
    let saved = complaint(board().provide(Tally()) { $0.persist(\.count, as: "count") })
    #expect(saved.contains("Tally at the site, but its values are saved"), "\(saved)")
    #expect(complaint(board().provide(Tally())) == "")
  }
}

import Espalier
import EspalierCluster
import EspalierHTTP
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierServer

/// Shows a price that the site shares.
private final class PricePage: ContainerModel {
  static let price = SharedData<Int>("price")
  static let twin = SharedData<Int>("price")
  static let note = SharedData<String?>("note")
  static let secret = SharedData<Closed>("closed")

  /// Nothing encodes it.
  struct Closed: Equatable, Sendable { var number: Int }

  struct Tag: Content, Identifiable {
    var id = 1
    var price = 0
    var note: String?
    var html: HTML { "<p>\(price) \(note ?? "-")</p>" }
  }

  override func didLoad() {
    let tag = CellModel(Tag())
    add(tag)
    tag.subscribe(to: Self.price) { $0.content.price = $1 }
    tag.subscribe(to: Self.note) { $0.content.note = $1 }
    tag.subscribe(to: Self.secret) { $0.content.price = $1.number }
  }
}

/// What the site shares with the pages of all its servers.
@Suite struct ShareTests {
  private let machines = Machines()

  /// Starts a server with a shop on any node.
  private func start(_ address: String, isCut: Bool = false) throws -> Machine {
    try machines.start(address, isCut: isCut) { store, clock in
      Site(store: store, log: .silent, clock: clock) {
        Page(Shop.self, title: "Shop") { _ in PricePage() }.onAnyNode()
      }
    }
  }

  private struct Shop: SiteURL {
    static let path = "/shop/{number}"
    var number: Int
  }

  /// Follows a shop at a server, which claims it.
  private func open(_ number: Int, at machine: Machine) async throws {
    _ = try await machine.get("/shop/\(number)/patches", [.accept: "text/event-stream"])
  }

  /// What a shop shows.
  private func shown(_ number: Int, at machine: Machine) async throws -> String {
    // What it has heard, its pages hear on threads of their own.
    machine.site.settle()
    let text = try await machine.get("/shop/\(number)").text
    guard let start = text.firstRange(of: "<p>"), let end = text.firstRange(of: "</p>") else { return text }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func `a value is shown by pages at all servers, and at those that start later`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    for (number, machine) in [(1, one), (2, two)] { try await open(number, at: machine) }
    #expect(one.holdings.contains("page/shop/1") && two.holdings.contains("page/shop/2"))
    await machines.pass(2)
    one.site.share(7, to: PricePage.price)
    #expect(try await shown(1, at: one) == "7 -")
    #expect(try await shown(2, at: two) == "7 -", "the word of the other server, long before the next beat")
    machines.network.losesWords = true
    two.site.share("late", to: PricePage.note)
    two.site.share(8, to: PricePage.price)
    await machines.pass(2)
    #expect(try await shown(1, at: one) == "8 late")
    let three = try start("three")
    #expect(try await shown(3, at: three) == "8 late", "a new page of a new server")
    one.site.share(nil, to: PricePage.note)
    await machines.pass(2)
    for (number, machine) in [(1, one), (2, two), (3, three)] {
      #expect(try await shown(number, at: machine) == "8 -")
    }
  }

  @Test func `all servers end with the same value, whoever shares at the same time`() async throws {
    let all = [try start("one"), try start("two"), try start("three")]
    for (number, machine) in all.enumerated() { try await open(number, at: machine) }
    await machines.pass(2)
    await withTaskGroup(of: Void.self) { group in
      for (number, machine) in all.enumerated() {
        group.addTask { for round in 0..<20 { machine.site.share(round * 10 + number, to: PricePage.price) } }
      }
    }
    await machines.pass(2)
    let last = try #require(machines.database.shares(labelled: ["price"])["price"])
    for (number, machine) in all.enumerated() { #expect(try await shown(number, at: machine) == "\(last) -") }
  }

  @Test func `what is shared while the database is away gets there later, and nothing old comes back`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    for (number, machine) in [(1, one), (2, two)] { try await open(number, at: machine) }
    one.site.share(1, to: PricePage.price)
    await machines.pass(2)
    one.line.isCut = true
    one.site.share(2, to: PricePage.price)
    await machines.pass(2)
    #expect(try await shown(2, at: two) == "1 -")
    one.line.isCut = false
    await machines.pass(2)
    #expect(try await shown(2, at: two) == "2 -")
    #expect(try await shown(1, at: one) == "2 -")
  }

  @Test func `a value that nothing encodes stays at its server`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    for (number, machine) in [(1, one), (2, two)] { try await open(number, at: machine) }
    one.site.share(PricePage.Closed(number: 5), to: PricePage.secret)
    await machines.pass(2)
    #expect(try await shown(1, at: one) == "5 -")
    #expect(try await shown(2, at: two) == "0 -")
  }

  @Test func `two kinds of data with one label are an error at the start`() throws {
    let site = Site(store: PageStore(MemoryStore(), of: SoleNode()), log: .silent) {
      Page("/price", title: "Price") { PricePage() }
    }
    site.share(1, to: PricePage.price)
    try site.check()
    site.share(2, to: PricePage.twin)
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.description.contains("\"price\"") == true)
  }

  @Test func `a value of another type is none`() {
    let tree = Tree(PricePage())
    defer { tree.end() }
    func shown() -> String { tree.snapshot().children.first?.cell?.html.source ?? "" }
    _ = tree.turn(.change { $0.share(3, labelled: "price") }, .unseen)
    #expect(shown() == "<p>3 -</p>")
    _ = tree.turn(.change { $0.share("text", labelled: "price") }, .unseen)
    #expect(shown() == "<p>3 -</p>", "the last value stays")
    _ = tree.turn(.change { $0.share(4, to: PricePage.price) }, .unseen)
    #expect(shown() == "<p>4 -</p>")
    _ = tree.turn(.change { $0.share(5, labelled: "price") }, .unseen)
    #expect(shown() == "<p>5 -</p>")
  }

  @Test func `the values of a carried signal reach the listeners of all servers, once and in order`() async throws {
    let signals = (0..<3).map { _ in Signal<Int>() }
    let heard = Lock<[[Int]]>([[], [], []])
    for (index, signal) in signals.enumerated() {
      signal.listen { value in heard.withLock { $0[index].append(value) } }
    }
    var all: [Machine] = []
    for (index, signal) in signals.enumerated() {
      let machine = try start("server \(index)")
      machine.site.carry(signal, as: "numbers")
      all.append(machine)
    }
    await machines.pass(2)
    for value in 0..<20 { signals[value % 2].send(value) }
    #expect(heard.withLock { $0 } == [[Int]](repeating: Array(0..<20), count: 3))
    all[2].kill()
    signals[0].send(20)
    #expect(heard.withLock { $0[1].last } == 20 && heard.withLock { $0[2].last } == 19)
  }

  @Test func `two carried signals with one name are an error at the start`() {
    let site = Site(log: .silent) { Page("/price", title: "Price") { PricePage() } }
    site.carry(Signal<Int>(), as: "numbers").carry(Signal<String>(), as: "texts").carry(Signal<Int>(), as: "numbers")
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.description.contains("\"numbers\"") == true)
  }
}

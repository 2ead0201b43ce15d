import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import Glibc
import Testing

@testable import EspalierCluster
import EspalierPostgres

/// The statements of the cluster's database, at a real PostgreSQL, which `scripts/test` starts. One test at a time: some of
/// them delete what is old, of whatever test.
@Suite(.serialized) struct PostgresEngineTests {
  let url: String
  let engine: PostgresEngine
  /// Tests at the same database have holdings of their own.
  let holding = Holding(name: RandomID.next())

  init() throws {
    // Safe: nobody changes the environment, and the text is copied.
    url = try #require(
      unsafe getenv("ESPALIER_POSTGRES").map { unsafe String(cString: $0) },
      "Run `scripts/postgres FOLDER`, and set ESPALIER_POSTGRES to the URL that it names.")
    engine = PostgresEngine(url)
  }

  func ask<Value: Sendable>(_ call: (@escaping StoreReply<Value>) -> Void) async throws -> Value {
    try await withCheckedThrowingContinuation { reply in call { reply.resume(with: $0) } }
  }

  /// A new node. Its address says nothing here.
  func node(for lease: Duration = .seconds(60), version: Int = 0) async throws -> NodeName {
    let node = NodeName(id: RandomID.short(), address: RandomID.short(), version: version)
    _ = try await ask { engine.register(node, for: lease, $0) }
    return node
  }

  /// What was shared since a moment; nil if the node is dead.
  func beat(
    _ node: NodeName, for lease: Duration = .seconds(60), since moment: Moment = Moment(text: "1:1:")
  ) async throws -> News? {
    try await ask { engine.beat(node, for: lease, since: moment, $0) }
  }

  func claim(_ node: NodeName) async throws -> Claim {
    try await ask { engine.claim(holding, for: node, claimsNew: true, $0) }
  }

  func name(_ page: String = "/\(RandomID.next())", _ browser: String? = nil) -> PersistedInstance.Name {
    PersistedInstance.Name(id: RandomID.next(), owner: .init(page: page, browser: browser))
  }

  func save(_ saves: [PersistedSave], _ term: UInt64, by node: NodeName) async throws -> Bool {
    try await ask { engine.save(saves, of: holding, in: term, by: node, $0) }
  }

  func found(_ name: PersistedInstance.Name) async throws -> PersistedInstance? {
    try await ask { engine.instance(of: name.owner, $0) }
  }

  @Test func `a holding stays with the node that lives, and goes to another when that is buried or leaves`()
    async throws
  {
    let (one, two) = (try await node(for: .milliseconds(50)), try await node())
    #expect(try await claim(one) == .own(term: 1))
    try await Task.sleep(for: .milliseconds(60))
    #expect(try await claim(two) == .other(one, isOver: true), "a lease that is over takes nothing away by itself")
    try await ask { engine.bury(two.id, $0) }
    try await ask { engine.bury(one.id, $0) }
    #expect(try await claim(two) == .own(term: 2), "only the node whose lease was over is buried")
    #expect(try await beat(one) == nil)
    #expect(try await beat(two) != nil)
    try await ask { engine.leave(two, $0) }
    let three = try await node()
    #expect(try await claim(three) == .own(term: 3))
  }

  /// It began before the new node was registered. Its snapshot does not show that node.
  @Test func `a claim that waits for the row does not take it from a node that registered meanwhile`() async throws {
    let (old, late, new) = (try await node(), try await node(), NodeName(id: RandomID.short(), address: "new"))
    #expect(try await claim(old) == .own(term: 1))
    try await ask { engine.leave(old, $0) }
    let other = PostgresConnection(url)
    _ = try other.run("BEGIN")
    _ = try other.run("SELECT FROM espalier.holding WHERE name = $1 FOR UPDATE", [holding.name])
    async let claimed = claim(late)
    let isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%AS held (name%'"
    let watcher = PostgresConnection(url)
    while try watcher.run(isWaiting).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await ask { engine.register(new, for: .seconds(60), $0) }
    _ = try other.run("UPDATE espalier.holding SET node = $2, term = 2 WHERE name = $1", [holding.name, new.id])
    _ = try other.run("COMMIT")
    #expect(try await claimed == .other(new, isOver: false))
  }

  @Test func `nodes know the same secret and each other`() async throws {
    let (one, two) = (try await node(for: .milliseconds(1)), NodeName(id: RandomID.short(), address: RandomID.short()))
    let secret = try await ask { engine.register(two, for: .seconds(60), $0) }.secret
    #expect(secret.count == 64)
    try await Task.sleep(for: .milliseconds(5))
    var nodes = try await ask { engine.nodes($0) }
    #expect(nodes[one] == true && nodes[two] == false)
    try await ask { engine.bury(one.id, $0) }
    nodes = try await ask { engine.nodes($0) }
    #expect(nodes[one] == nil)
    #expect(try await ask { engine.register(one, for: .seconds(60), $0) }.secret == secret)
  }

  @Test func `a node of an earlier version takes nothing from a later one while one of that lives`() async throws {
    // Greater than that of the nodes of other tests and of an earlier run.
    let version = Int(Timestamp.now.milliseconds)
    let (new, newer) = (try await node(version: version), try await node(version: version + 1))
    let old = try await node(version: version - 1)
    #expect(try await claim(new) == .own(term: 1))
    try await ask { engine.leave(new, $0) }
    #expect(try await claim(old) == .nobody)
    #expect(try await claim(newer) == .own(term: 2))
    try await ask { engine.leave(newer, $0) }
    #expect(try await claim(old) == .own(term: 3), "nobody else lives")
  }

  @Test func `what a browser has not used for a month is deleted, by the node that has it alone`() async throws {
    let (one, two) = (try await node(), try await node())
    #expect(try await claim(one) == .own(term: 1))
    let (old, new, shared) = (name("/a", RandomID.next()), name("/a", RandomID.next()), name())
    let saves = [old, new, shared].map { PersistedSave([.init(key: "#count", value: 1)], of: $0) }
    #expect(try await save(saves, 1, by: one))
    let other = PostgresConnection(url)
    for id in [old.id, shared.id] {
      _ = try other.run("UPDATE espalier.instance SET used = now() - interval '31 days' WHERE id = $1", [id])
    }
    let none = try await ask { engine.forget(unusedFor: 30, of: holding, in: 1, by: two, $0) }
    #expect(none == 0)
    #expect(try await found(old) != nil)
    _ = try await ask { engine.forget(unusedFor: 30, of: holding, in: 1, by: one, $0) }
    #expect(try await found(old) == nil)
    #expect(try await found(new) != nil)
    #expect(try await found(shared) != nil)
    #expect(try other.run("SELECT key FROM espalier.state WHERE instance = $1", [old.id]).isEmpty)
  }

  @Test func `what ended a node is there once, until its page is made without a fault`() async throws {
    let (node, page) = (try await node(), "/\(RandomID.next())")
    let owner = PersistedInstance.Owner(page: page, browser: "b", tab: nil)
    let records = [CrashRecord(time: 0, owner: owner), CrashRecord(time: 0, owner: owner, event: "é\"1")]
    for _ in 0..<2 { try await ask { engine.add(records, of: node, $0) } }
    let found = try await (ask { engine.crashes($0) } as [CrashRecord]).filter { $0.owner == owner }
    #expect(found.map(\.event).sorted { ($0 ?? "") < ($1 ?? "") } == [nil, "é\"1"])
    let now = Int(Timestamp.now.milliseconds / 1_000)
    #expect(found.allSatisfy { now - $0.time < 60 })
    try await ask { engine.forget(crashesOf: owner, $0) }
    let left = try await (ask { engine.crashes($0) } as [CrashRecord]).filter { $0.owner == owner }
    #expect(left.map(\.event) == ["é\"1"])
  }

  @Test func `a connection that ended while it was idle is opened again`() throws {
    let (connection, other) = (PostgresConnection(url), PostgresConnection(url))
    let own = try #require(try connection.run("SELECT pg_backend_pid()").first?[0])
    let (a, b) = (("SELECT $1::text", ["a"]), ("SELECT $1::text", ["b"]))
    _ = try connection.runAll([a])
    _ = try other.run("SELECT pg_terminate_backend(\(own)), pg_sleep(0.1)")
    #expect(try connection.runAll([a, b]) == [[["a"]], [["b"]]])
  }

  @Test func `a save counts only by the node that has the holding, in its term`() async throws {
    let (one, two) = (try await node(), try await node())
    let name = name()
    let save = PersistedSave(
      [PersistedChange(key: "#count", value: 1)], events: [.init(id: "a", sender: "me", fingerprint: "f")], of: name)
    #expect(try await claim(one) == .own(term: 1))
    #expect(try await self.save([save], 1, by: two) == false)
    #expect(try await self.save([save], 2, by: one) == false)
    #expect(try await found(name) == nil)
    #expect(try await self.save([save], 1, by: one))
    let found = try #require(try await found(name))
    #expect(found.name == name && found.states == ["#count": 1] && found.events == save.events)
    let byID = try await ask { engine.instance(id: name.id, $0) }
    #expect(byID?.name == name)
  }

  @Test func `values and ids come back as they were, and a change is all or nothing`() async throws {
    let node = try await node()
    #expect(try await claim(node) == .own(term: 1))
    let name = name("/carts", RandomID.next())
    let odd = "\\ \" ' {a,b} \n NULL null é 🌿"
    let values: [PersistedChange] = [
      .init(key: odd, value: .string(odd)), .init(key: "#gone", value: [1, 2]), .init(key: "#twice", value: 1),
      .init(key: "#twice", value: 2),
    ]
    let events = [PersistedEvent(id: odd, sender: odd, fingerprint: nil)]
    #expect(try await save([PersistedSave(values, events: events + events, of: name)], 1, by: node))
    #expect(try await save([PersistedSave([.init(key: "#gone", value: nil)], events: events, of: name)], 1, by: node))
    let found = try #require(try await found(name))
    #expect(found.states == [odd: .string(odd), "#twice": 2])
    #expect(found.events == events)
    try await ask { engine.touch(name, $0) }
    let other = self.name()
    let many = (0..<100).map { PersistedSave([.init(key: "#\($0)", value: .int(Int64($0)))], of: other) }
    #expect(try await save(many, 1, by: node))
    #expect(try await self.found(other)?.states.count == 100)
    #expect(try await ask { engine.forget(browser: name.owner.browser ?? "", of: holding, in: 1, by: node, $0) })
    #expect(try await self.found(name) == nil)
    #expect(try await ask { engine.forget(browser: "x", of: holding, in: 2, by: node, $0) } == false)
  }

  @Test func `a connection that ends in the middle of a save is opened again`() throws {
    let connection = PostgresConnection(url)
    let error = #expect(throws: PageStoreError.self) {
      try connection.runAll(["a", "b", "c"].map { ("SELECT pg_terminate_backend(pg_backend_pid()), $1::text", [$0]) })
    }
    #expect(error?.isTemporary == true)
    #expect(try connection.run("SELECT 1") == [["1"]])
  }

  @Test func `the ids of a node's first second are in the table whose turn it is`() async throws {
    _ = try await node()
    let other = PostgresConnection(url)
    let turn = try #require(
      try other.run("UPDATE espalier.turn SET number = number + 1 RETURNING number").first?[0].flatMap { Int64($0) })
    let engine = PostgresEngine(url)
    let (late, name) = (NodeName(id: RandomID.short(), address: RandomID.short()), name())
    _ = try await ask { engine.register(late, for: .seconds(60), $0) }
    #expect(try await claim(late) == .own(term: 1))
    let save = PersistedSave([], events: [.init(id: "a", sender: "me", fingerprint: nil)], of: name)
    #expect(try await ask { engine.save([save], of: holding, in: 1, by: late, $0) })
    let found = try other.run("SELECT id FROM espalier.event_\(turn % 4) WHERE instance = $1", [name.id])
    #expect(found == [["a"]])
  }

  @Test func `a database that cannot be reached says so at once`() async throws {
    let away = PostgresEngine("postgresql://espalier@/postgres?host=/nowhere")
    let start = ContinuousClock.now
    await #expect(throws: PageStoreError.self) {
      _ = try await ask { away.register(NodeName(id: "a", address: "b"), for: .seconds(1), $0) }
    }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  /// Nodes that pause, leave and are buried want the same holdings. What a node has in memory is what it read when it got the
  /// holding, and what it saved since.
  @Test(arguments: seeds(5))
  func `law: each value equals the number of its ids, whoever had it`(seed: Int) async throws {
    let names = (0..<6).map { _ in name() }
    let holdings = names.map { Holding(name: "law \($0.id)") }
    let end = ContinuousClock.now + .seconds(seeds(5).count > 1 ? 20 : 3)
    let told = Lock<[Set<String>]>(names.map { _ in [] })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          var random = SeededRandom(state: UInt64(seed * 8 + number))
          while ContinuousClock.now < end {
            try await live(names, holdings, until: end, &random) { index, id in
              told.withLock { _ = $0[index].insert(id) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for (index, name) in names.enumerated() {
      let found = try #require(try await found(name))
      let ids = Set(found.events.map(\.id))
      #expect(found.states["#count"] == .int(Int64(ids.count)), "seed \(seed)")
      #expect(told.withLock { $0[index] }.isSubset(of: ids), "seed \(seed): what was acknowledged is there")
    }
  }

  /// The life of one node.
  private func live(
    _ names: [PersistedInstance.Name], _ holdings: [Holding], until end: ContinuousClock.Instant,
    _ random: inout SeededRandom,
    told: (Int, String) -> Void
  ) async throws {
    let lease = Duration.milliseconds(150)
    let node = try await node(for: lease)
    var terms: [Int: (term: UInt64, count: Int64)] = [:]
    while ContinuousClock.now < end {
      let index = Int.random(in: names.indices, using: &random)
      if terms[index] == nil {
        switch try await ask({ engine.claim(holdings[index], for: node, claimsNew: true, $0) }) as Claim {
        case .own(let term):
          let found = try await found(names[index])
          if case .int(let count)? = found?.states["#count"] {
            terms[index] = (term, count)
          } else {
            terms[index] = (term, 0)
          }
        case .other(let other, isOver: true): try await ask { engine.bury(other.id, $0) }
        case .other, .nobody, .new: break
        }
      }
      if let (term, count) = terms[index] {
        let id = RandomID.next()
        let save = PersistedSave(
          [.init(key: "#count", value: .int(count + 1))], events: [.init(id: id, sender: "me", fingerprint: nil)],
          of: names[index])
        if try await ask({ engine.save([save], of: holdings[index], in: term, by: node, $0) }) {
          terms[index]?.count += 1
          told(index, id)
        } else {
          terms[index] = nil
        }
      }
      switch Int.random(in: 0..<40, using: &random) {
      case 0: try await Task.sleep(for: .milliseconds(200))
      case 1: return try await ask { engine.leave(node, $0) }
      default: break
      }
      if try await beat(node, for: lease) == nil { return }
    }
  }
}

import Espalier
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import Testing

@testable import EspalierCluster
import EspalierPostgres

/// Holdings of pages and browsers, and what nodes share.
extension PostgresEngineTests {
  @Test func `what nobody has had is claimed only by who wants it, and forgotten again if nothing of it is saved`()
    async throws
  {
    let (one, two) = (try await node(), try await node())
    let (url, browser) = ("/\(RandomID.next())", RandomID.next())
    for (holding, owner) in [(Holding.page(url), name(url)), (.browser(browser), name("/cart", browser))] {
      #expect(try await ask { engine.claim(holding, for: one, claimsNew: false, $0) } == .new)
      #expect(try await ask { engine.claim(holding, for: one, claimsNew: true, $0) } == .own(term: 1))
      #expect(try await ask { engine.claim(holding, for: two, claimsNew: false, $0) } == .other(one, isOver: false))
      try await ask { engine.release(holding, in: 1, by: two, $0) }
      #expect(
        try await ask { engine.claim(holding, for: one, claimsNew: false, $0) } == .own(term: 1), "another has it")
      try await ask { engine.release(holding, in: 1, by: one, $0) }
      #expect(try await ask { engine.claim(holding, for: two, claimsNew: false, $0) } == .new)
      #expect(try await ask { engine.claim(holding, for: two, claimsNew: true, $0) } == .own(term: 1))
      let save = PersistedSave([PersistedChange(key: "#a", value: 1)], of: owner)
      #expect(try await ask { engine.save([save], of: holding, in: 1, by: two, $0) })
      try await ask { engine.release(holding, in: 1, by: two, $0) }
      try await ask { engine.leave(two, $0) }
      #expect(try await ask { engine.claim(holding, for: one, claimsNew: false, $0) } == .own(term: 2))
      _ = try await ask { engine.register(two, for: .seconds(60), $0) }
    }
  }

  @Test func `what is shared is heard once, also if it is committed late`() async throws {
    let node = NodeName(id: RandomID.short(), address: RandomID.short())
    var moment = try await ask { engine.register(node, for: .seconds(60), $0) }.moment
    let labels = (0..<4).map { _ in RandomID.next() }
    /// The labels of this test of which the node hears now.
    func heard() async throws -> Set<String> {
      let news = try #require(try await beat(node, since: moment))
      moment = news.moment
      return Set(news.labels).intersection(labels)
    }
    let late = PostgresConnection(url)
    _ = try late.run("BEGIN")
    _ = try late.run(PostgresSchema.share, [labels[0], "1"])
    try await ask { engine.share(2, labelled: labels[1], $0) }
    #expect(try await heard() == [labels[1]])
    try await ask { engine.share(3, labelled: labels[2], $0) }
    #expect(try await heard() == [labels[2]])
    _ = try late.run("COMMIT")
    try await ask { engine.share(4, labelled: labels[3], $0) }
    try await ask { engine.share(5, labelled: labels[3], $0) }
    #expect(try await heard() == [labels[0], labels[3]])
    #expect(try await heard() == [])
    let some = try await ask { engine.shares(labelled: [labels[0], labels[3], "nothing"], $0) }
    #expect(some == [labels[0]: 1, labels[3]: 5])
    let all = try await ask { engine.shares(labelled: nil, $0) }
    #expect(all[labels[1]] == 2 && all[labels[2]] == 3)
  }

  /// Saves one value of each of some holdings while another transaction keeps the first one waiting, so that the others go
  /// together. Returns which were saved.
  private func saveTogether(
    _ holdings: [Holding], _ names: [PersistedInstance.Name], by node: NodeName
  ) async throws -> [Bool?] {
    let other = PostgresConnection(url)
    _ = try other.run("BEGIN")
    _ = try other.run("SELECT FROM espalier.holding WHERE name = $1 FOR UPDATE", [holdings[0].name])
    let saved = Lock([Bool?](repeating: nil, count: holdings.count))
    let left = Counter()
    for (number, holding) in holdings.enumerated() {
      let save = PersistedSave([PersistedChange(key: "#a", value: .int(Int64(number)))], of: names[number])
      engine.save([save], of: holding, in: 1, by: node) { result in
        saved.withLock { $0[number] = try? result.get() }
        left.add()
      }
      // The first one is on its way before the others come.
      if number == 0 {
        let isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%named AS (%'"
        let watcher = PostgresConnection(url)
        while try watcher.run(isWaiting).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      }
    }
    _ = try other.run("COMMIT")
    #expect(await eventually { left.value == holdings.count })
    return saved.withLock { $0 }
  }

  @Test func `what many holdings save at once is one transaction, and each gets its own answer`() async throws {
    let (one, two) = (try await node(), try await node())
    let holdings = (0..<40).map { _ in Holding.browser(RandomID.next()) }
    for (number, holding) in holdings.enumerated() {
      let node = number % 4 == 1 ? two : one
      #expect(try await ask { engine.claim(holding, for: node, claimsNew: true, $0) } == .own(term: 1))
    }
    let names = holdings.map { name("/cart", String($0.name.dropFirst(8))) }
    let before = engine.transactions
    let saved = try await saveTogether(holdings, names, by: one)
    #expect(engine.transactions - before == 2, "the first one, and all others")
    for number in holdings.indices {
      #expect(saved[number] == (number % 4 != 1), "only what the node has")
      let found = try await found(names[number])
      #expect((found?.states["#a"] == .int(Int64(number))) == (number % 4 != 1))
    }
  }

  @Test func `a save that the database refuses fails alone`() async throws {
    let one = try await node()
    let holdings = (0..<8).map { _ in Holding.browser(RandomID.next()) }
    for holding in holdings { _ = try await ask { engine.claim(holding, for: one, claimsNew: true, $0) } as Claim }
    var names = holdings.map { name("/cart", String($0.name.dropFirst(8))) }
    let first = PersistedSave([PersistedChange(key: "#a", value: 1)], of: names[3])
    #expect(try await ask { engine.save([first], of: holdings[3], in: 1, by: one, $0) })
    // Another instance of this owner is saved already, so the database refuses this one.
    names[3] = PersistedInstance.Name(id: RandomID.next(), owner: names[3].owner)
    let before = engine.transactions
    let saved = try await saveTogether(holdings, names, by: one)
    #expect(engine.transactions - before == 2 + 7, "the first one, all others, and then each of these alone")
    #expect(saved == [true, true, true, nil, true, true, true, true])
  }

  @Test func `a node that leaves with many holdings changes one row`() async throws {
    let (one, two) = (try await node(), try await node())
    let connection = PostgresConnection(url)
    let prefix = "browser/\(RandomID.next())"
    _ = try connection.run(
      "INSERT INTO espalier.holding SELECT $1 || number, $2, 1, 0 FROM generate_series(1, 10000) AS number",
      [prefix, one.id])
    try await ask { engine.leave(one, $0) }
    let left = try connection.run(
      "SELECT count(*), count(DISTINCT xmin::text) FROM espalier.holding WHERE node = $1", [one.id])
    #expect(left.first == ["10000", "1"], "nobody has touched them")
    let some = Holding(name: "\(prefix)77")
    #expect(try await ask { engine.claim(some, for: two, claimsNew: false, $0) } == .own(term: 2))
    _ = try connection.run("DELETE FROM espalier.holding WHERE name LIKE $1", ["\(prefix)%"])
  }

  @Test func `holdings of nodes that are over go with the sweep, unless something of them is saved`() async throws {
    let (one, two) = (try await node(), try await node())
    let (empty, kept) = (Holding.browser(RandomID.next()), Holding.browser(RandomID.next()))
    for holding in [empty, kept] { _ = try await ask { engine.claim(holding, for: one, claimsNew: true, $0) } as Claim }
    let save = PersistedSave([PersistedChange(key: "#a", value: 1)], of: name("/cart", String(kept.name.dropFirst(8))))
    #expect(try await ask { engine.save([save], of: kept, in: 1, by: one, $0) })
    #expect(try await claim(two) == .own(term: 1))
    func sweep() async throws {
      _ = try await ask { engine.forget(unusedFor: 30, of: holding, in: 1, by: two, $0) } as Int
    }
    try await sweep()
    #expect(try await ask { engine.claim(empty, for: two, claimsNew: false, $0) } == .other(one, isOver: false))
    try await ask { engine.leave(one, $0) }
    try await sweep()
    #expect(try await ask { engine.claim(empty, for: two, claimsNew: false, $0) } == .new)
    #expect(try await ask { engine.claim(kept, for: two, claimsNew: false, $0) } == .own(term: 2))
  }
}

import Espalier
import EspalierServer
import Testing

@testable import EspalierCluster
import EspalierPostgres
@testable import EspalierServer

extension PostgresEngineTests {
  /// The session of a browser at one node.
  private struct Copy {
    let value = SessionValue(0)
    let records: SessionRecords

    init(_ browser: String) {
      records = SessionRecords(of: browser, ServiceTurns())
      _ = records.add(value.record(as: "count", isShared: true))
      records.hear(SessionRow())
    }

    /// What has to be saved after an event that counts.
    func count(_ times: Int = 1) throws -> PersistedSave {
      for _ in 0..<times { value.update { $0 += 1 } }
      return try save()
    }

    func save() throws -> PersistedSave {
      let browser = records.browser
      return PersistedSave(
        try #require(try records.take()), of: .init(id: browser, owner: .init(page: "~browser", browser: browser)))
    }
  }

  private func session(of browser: String) async throws -> SessionRow {
    try #require(try await (ask { engine.sessions(of: [browser], $0) } as [SessionRow]).first)
  }

  private func count(of browser: String) async throws -> JSON? { try await session(of: browser).states["count"] }

  private func save(free saves: [PersistedSave]) async throws -> Bool {
    let node = try await node()
    return try await ask { engine.save(saves, of: .free, in: 0, by: node, $0) }
  }

  @Test func `changes of a session that two nodes make at the same time both count`() async throws {
    let browser = RandomID.next()
    let (one, two) = (Copy(browser), Copy(browser))
    let (first, second) = (try one.count(), try two.count(2))
    #expect(try await save(free: [first]))
    #expect(try await save(free: [second]))
    #expect(try await count(of: browser) == 3)
    #expect(one.value.signal.value == 1 && two.value.signal.value == 3)
    one.records.hear(try await session(of: browser))
    #expect(one.value.signal.value == 3)
    #expect(try await count(of: RandomID.next()) == nil)
  }

  @Test func `a thousand changes from ten nodes at once are a thousand`() async throws {
    let browser = RandomID.next()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          let (copy, engine) = (Copy(browser), PostgresEngine(self.url))
          let node = try await self.node()
          for _ in 0..<100 {
            let save = try copy.count()
            #expect(try await self.ask { engine.save([save], of: .free, in: 0, by: node, $0) })
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await count(of: browser) == 1000)
  }

  @Test func `a change is saved with the page and not without it`() async throws {
    let (one, two) = (try await node(), try await node())
    let (name, browser) = (name(), RandomID.next())
    let copy = Copy(browser)
    #expect(try await claim(one) == .own(term: 1))
    let page = PersistedSave([PersistedChange(key: "#count", value: 1)], of: name)
    let refused = try copy.count()
    #expect(try await save([refused, page], 1, by: two) == false)
    #expect(try await count(of: browser) == nil)
    #expect(try await found(name) == nil)
    #expect(try await save([try copy.count(), page], 1, by: one))
    #expect(try await found(name)?.states == ["#count": 1])
    #expect(try await count(of: browser) == 1)
    withExtendedLifetime(refused) {}
    // Whoever has locked the session and then sleeps keeps nobody waiting for long.
    let sleeper = PostgresConnection(url)
    _ = try sleeper.run("BEGIN")
    _ = try sleeper.run("SELECT FROM espalier.session WHERE browser = $1 FOR UPDATE", [browser])
    #expect(try await save([try copy.count(), page], 1, by: one))
    #expect(throws: PageStoreError.self) { try sleeper.run("COMMIT") }
    // Two holdings in one transaction, of which one is refused.
    let (other, mine) = (Copy(browser), Copy(browser))
    let (bad, good) = (try other.count(10), try mine.count())
    async let first = save([bad], 7, by: one)
    async let second = save(free: [good])
    #expect(try await (first, second) == (false, true))
    #expect(try await count(of: browser) == 3)
  }

  @Test func `a change whose answer was lost is known when it comes again`() async throws {
    let browser = RandomID.next()
    let copy = Copy(browser)
    let save = try copy.count()
    #expect(try await self.save(free: [save]))
    #expect(try await self.save(free: [save, try copy.count()]))
    #expect(try await count(of: browser) == 2)
    #expect(copy.value.signal.value == 2)
  }

  @Test func `a session that has ended stays so, and other nodes hear of it`() async throws {
    let (node, browser) = (try await node(), RandomID.next())
    let moment = try await beat(node)?.moment
    let copy = Copy(browser)
    #expect(try await save(free: [try copy.count()]))
    let name = name("/cart", browser)
    #expect(try await claim(node) == .own(term: 1))
    #expect(try await save([PersistedSave([PersistedChange(key: "#a", value: 1)], of: name)], 1, by: node))
    let second = try await beat(node, since: try #require(moment))
    #expect(second?.browsers.contains(browser) == true)
    copy.records.end()
    #expect(try await save([try copy.save()], 1, by: node))
    #expect(try await found(name) == nil)
    let row = try await session(of: browser)
    #expect(row.hasEnded && row.states["count"] == nil)
    #expect(try await beat(node, since: try #require(second?.moment))?.browsers.contains(browser) == true)
    #expect(try await save(free: [try Copy(browser).count()]))
    #expect(try await session(of: browser) == row)
    let other = Copy(RandomID.next())
    other.records.end()
    #expect(try await save(free: [try other.save()]))
    #expect(try await session(of: other.records.browser).hasEnded)
    try await ask { engine.touch(sessionOf: browser, $0) }
  }

  @Test func `what is saved of a session and cannot be read stays`() async throws {
    let browser = RandomID.next()
    let connection = PostgresConnection(url)
    #expect(try await save(free: [try Copy(browser).count()]))
    _ = try connection.run("UPDATE espalier.session SET states = '{\"count\":\"x\"}' WHERE browser = $1", [browser])
    // It keeps nothing else from being saved.
    let (bad, good) = (Copy(browser), Copy(RandomID.next()))
    #expect(try await save(free: [try bad.count(), try good.count()]))
    #expect(try await count(of: browser) == "x")
    #expect(try await count(of: good.records.browser) == 1)
    #expect(bad.value.signal.value == 0)
    let copy = Copy(browser)
    copy.records.hear(try await session(of: browser))
    #expect(copy.records.stopReason != nil)
    #expect(throws: PersistenceError.self) { try copy.count() }
    _ = try connection.run("UPDATE espalier.session SET states = 'x' WHERE browser = $1", [browser])
    await #expect(throws: PageStoreError.self) { try await count(of: browser) }
  }
}

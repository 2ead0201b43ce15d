import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Crashes decide which pages stay closed after a restart, and for how long.
@Suite struct CrashPolicyTests {
  private typealias Owner = PersistedInstance.Owner

  private let policy = CrashPolicy()
  private let now = 1_000_000
  private let page = PersistedInstance.Owner(page: "/trap")

  private func crashes(_ times: [Int], of owner: PersistedInstance.Owner) -> [CrashRecord] {
    times.map { CrashRecord(time: $0, owner: owner) }
  }

  @Test(arguments: [(1, 10), (2, 20), (3, 40), (9, 2560), (10, 3600), (500, 3600)])
  func `a page is closed for twice as long after each crash of the last day, up to an hour`(count: Int, seconds: Int) {
    let records = crashes(Array(repeating: now, count: count), of: page)
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, crashes: count, end: now + seconds)])
    #expect(policy.closures(after: records, at: now + seconds - 1).count == 1)
    #expect(policy.closures(after: records, at: now + seconds) == [])
  }

  @Test func `a crash from more than a day ago does not count`() {
    let records = crashes([now - 86_400, now - 86_399, now], of: page)
    #expect(policy.remembered(records, at: now).map(\.time) == [now - 86_399, now])
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, crashes: 2, end: now + 20)])
  }

  @Test func `a crash with a future time, from before the clock was set back, counts as a crash now`() {
    let records = crashes([now + 1_000_000], of: page)
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, crashes: 1, end: now + 10)])
  }

  @Test func `one browser's crashes close only its own instance`() {
    let mine = Owner(page: "/trap", browser: "a", tab: nil)
    let records = crashes([now - 5, now], of: mine)
    #expect(policy.closures(after: records, at: now) == [.init(owner: mine, crashes: 2, end: now + 20)])
  }

  @Test func `crashes in three browsers close the page for everyone`() {
    let records = ["a", "b", "c"].flatMap { crashes([now], of: Owner(page: "/trap", browser: $0, tab: nil)) }
    #expect(policy.closures(after: Array(records.dropLast()), at: now).allSatisfy { $0.owner.browser != nil })
    #expect(policy.closures(after: records, at: now).contains(.init(owner: page, crashes: 1, end: now + 10)))
    let more = records + crashes([now], of: Owner(page: "/trap", browser: "d", tab: nil))
    #expect(policy.closures(after: more, at: now).contains(.init(owner: page, crashes: 2, end: now + 20)))
  }

  @Test func `a crash record can be written and read as a line, and incomplete lines are ignored`() {
    for owner in [page, Owner(page: "/a b", browser: "b1", tab: nil), Owner(page: "/", browser: "b1", tab: "t1")] {
      let record = CrashRecord(time: now, owner: owner)
      #expect(CrashRecord(line: record.line[...]) == record)
    }
    for line in ["", "12", "12\t/trap", "x\t/trap\t\t", "12\t\t\t", "12\t/trap\t\t\t"] {
      #expect(CrashRecord(line: line[...]) == nil)
    }
  }
}

import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The ends of the server decide which pages stay closed after a restart, and for how long.
@Suite struct CrashPolicyTests {
  private typealias Owner = PersistedInstance.Owner

  private let policy = CrashPolicy()
  private let now = 1_000_000
  private let page = PersistedInstance.Owner(page: "/trap")

  private func crashes(_ times: [Int], of owner: PersistedInstance.Owner) -> [CrashRecord] {
    times.map { CrashRecord(time: $0, owner: owner) }
  }

  @Test(arguments: [(2, 10), (3, 20), (4, 40), (10, 2560), (11, 3600), (500, 3600)])
  func `a page is closed for twice as long after each end of the last day, up to an hour`(count: Int, seconds: Int) {
    let records = crashes(Array(repeating: now, count: count), of: page)
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, ends: count, end: now + seconds)])
    #expect(policy.closures(after: records, at: now + seconds - 1).count == 1)
    #expect(policy.closures(after: records, at: now + seconds) == [])
  }

  @Test func `one end closes nothing, whatever the server made then`() {
    #expect(policy.closures(after: crashes([now], of: page), at: now) == [])
    let many = ["a", "b", "c", "d"].flatMap { crashes([now], of: Owner(page: "/trap", browser: $0, tab: nil)) }
    #expect(policy.closures(after: many, at: now) == [])
  }

  @Test func `an end from more than a day ago does not count`() {
    let records = crashes([now - 86_400, now - 86_399, now], of: page)
    #expect(policy.remembered(records, at: now).map(\.time) == [now - 86_399, now])
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, ends: 2, end: now + 10)])
  }

  @Test func `an end with a future time, from before the clock was set back, counts as one of now`() {
    let records = crashes([now + 1_000_000, now], of: page)
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, ends: 2, end: now + 10)])
  }

  @Test func `one browser's ends close only its own instance`() {
    let mine = Owner(page: "/trap", browser: "a", tab: nil)
    let records = crashes([now - 5, now - 1, now], of: mine)
    #expect(policy.closures(after: records, at: now) == [.init(owner: mine, ends: 3, end: now + 20)])
  }

  @Test func `three ends with three browsers close the page for everyone`() {
    let records = ["a", "b", "c"].enumerated().flatMap { index, browser in
      crashes([now - index], of: Owner(page: "/trap", browser: browser, tab: nil))
    }
    #expect(policy.closures(after: Array(records.dropLast()), at: now) == [])
    #expect(policy.closures(after: records, at: now) == [.init(owner: page, ends: 3, end: now + 10)])
    let more = records + crashes([now - 9], of: Owner(page: "/trap", browser: "d", tab: nil))
    #expect(policy.closures(after: more, at: now) == [.init(owner: page, ends: 4, end: now + 20)])
  }

  @Test func `a crash record can be written and read as a line, and incomplete lines are ignored`() {
    let event = CrashRecord(time: now, owner: page, event: "an id")
    #expect(event.line == "\(now)\t/trap\t\t\tan id" && CrashRecord(line: event.line[...]) == event)
    for owner in [page, Owner(page: "/a b", browser: "b1", tab: nil), Owner(page: "/", browser: "b1", tab: "t1")] {
      let record = CrashRecord(time: now, owner: owner)
      #expect(CrashRecord(line: record.line[...]) == record)
    }
    #expect(CrashRecord(time: now, owner: Owner(page: "/a\t\n")).line == "\(now)\t/a??\t\t")
    for line in ["", "12", "12\t/trap", "x\t/trap\t\t", "12\t\t\t", "12\t/trap\t\t\t"] {
      #expect(CrashRecord(line: line[...]) == nil)
    }
  }

  @Test func `an event closes after two crashes, and no page with it`() {
    let one = CrashRecord(time: now - 5, owner: page, event: "one")
    let two = CrashRecord(time: now, owner: page, event: "two")
    #expect(policy.events(in: [one, two]) == [:])
    #expect(policy.events(in: [one, one, two]) == [.init(id: "one", owner: page): 2])
    #expect(policy.closures(after: [one, one, two], at: now) == [])
    #expect(policy.remembered([one], at: now + 90_000) == [] && policy.remembered([two], at: now) == [two])
  }
}

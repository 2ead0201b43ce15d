import EspalierHTTP

/// Decides which pages stay closed after a restart, because making them crashed the server.
///
/// Viewers come back at once. A page that crashes whenever it is made would end the server again and again, and all
/// other pages with it. So the page is closed for a time that doubles with each crash. A crash in a handler closes
/// nothing, because the client does not repeat the request.
struct CrashPolicy: Sendable {
  /// Seconds for which the first crash closes a page.
  var first = 10
  /// The maximum number of seconds for which crashes close a page.
  var longest = 3600
  /// Seconds after which a crash is forgotten.
  var memory = 86_400
  /// If this many instances of one page have crashed, the page is closed for everyone: the cause is not one browser's
  /// state.
  var owners = 3

  /// A page, or one browser's instance of it, that is closed.
  struct Closure: Hashable, Sendable {
    /// The instance. It has no browser if the whole page is closed.
    let owner: PersistedInstance.Owner
    /// How often it crashed within `memory`.
    let crashes: Int
    /// When it opens again, in seconds since 1970.
    let end: Int
  }

  /// The crashes that still count. A crash in the future, from before the clock was set back, counts as a crash now.
  func remembered(_ records: [CrashRecord], at now: Int) -> [CrashRecord] {
    records.filter { now - $0.time < memory }.map { CrashRecord(time: min(now, $0.time), owner: $0.owner) }
  }

  /// The pages and instances that these crashes close at a moment, sorted by page.
  func closures(after records: [CrashRecord], at now: Int) -> [Closure] {
    let remembered = remembered(records, at: now)
    var times: [PersistedInstance.Owner: [Int]] = [:]
    for record in remembered { times[record.owner, default: []].append(record.time) }
    for (page, all) in Dictionary(grouping: remembered, by: \.owner.page) where isOfMany(all) {
      // The first crashes may have concerned single browsers.
      times[PersistedInstance.Owner(page: page)] = all.map(\.time).sorted().suffix(all.count - owners + 1)
    }
    return times.compactMap { owner, times in
      let end = (times.max() ?? 0) + wait(after: times.count)
      return end > now ? Closure(owner: owner, crashes: times.count, end: end) : nil
    }.sorted { ($0.owner.page, $0.owner.browser ?? "") < ($1.owner.page, $1.owner.browser ?? "") }
  }

  private func isOfMany(_ records: [CrashRecord]) -> Bool {
    Set(records.filter { $0.owner.browser != nil }.map(\.owner)).count >= owners
  }

  private func wait(after crashes: Int) -> Int {
    var wait = first
    for _ in 1..<max(2, crashes) where wait < longest && crashes > 1 { wait *= 2 }
    return min(wait, longest)
  }
}

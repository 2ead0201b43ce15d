import EspalierHTTP
import EspalierLocks

/// The pages, the browsers' instances of pages, and the events that are closed because the server ended while it made or
/// handled them: see `CrashPolicy`.
final class ClosedPages: Sendable {
  typealias Owner = PersistedInstance.Owner

  private struct State {
    var closures: [Owner: CrashPolicy.Closure] = [:]
    var events: [CrashPolicy.Event: Int] = [:]
    /// The instances whose next making without a fault must be noted.
    var made: Set<Owner> = []
    var keeper: (any CrashKeeper)?
  }

  private let state = Lock(State())
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int = { Int(Timestamp.now.milliseconds / 1000) }) { self.now = now }

  /// What ended the server, as it is recorded now.
  func records(made: some Collection<Owner>, handled: (owner: Owner, event: String)? = nil) -> [CrashRecord] {
    let now = now()
    return Set(made).map { CrashRecord(time: now, owner: $0) }
      + [handled].compactMap(\.self).map { CrashRecord(time: now, owner: $0.owner, event: $0.event) }
  }

  /// Closes the pages, instances and events that the records name too often. Calls back with all of them.
  func close(
    from keeper: any CrashKeeper, by policy: CrashPolicy = CrashPolicy(),
    _ reply: @escaping StoreReply<(pages: [CrashPolicy.Closure], events: [CrashPolicy.Event: Int])>
  ) {
    keeper.records { [self] found in
      reply(
        found.map { records in
          let now = now()
          let records = policy.remembered(records, at: now)
          let (all, events) = (policy.closures(after: records, at: now), policy.events(in: records))
          state.withLock {
            $0 = State(
              closures: Dictionary(uniqueKeysWithValues: all.map { ($0.owner, $0) }),
              events: events,
              made: Set(records.filter { $0.event == nil }.map(\.owner)), keeper: keeper)
          }
          return (all, events)
        })
    }
  }

  /// Forgets the ends of the server while it made an instance, because it has made it without a fault.
  func forget(_ owner: Owner) {
    let keeper = state.withLock { state in state.made.remove(owner) == nil ? nil : state.keeper }
    keeper?.forget(made: owner)
  }

  /// Throws if an event is closed.
  func check(event id: String, of owner: Owner) throws(HTTPError) {
    guard
      let ends = state.withLock({ $0.events.isEmpty ? nil : $0.events[.init(id: id, owner: RunningSlot.cut(owner))] })
    else {
      return
    }
    throw HTTPError(
      .internalError, "The server ended \(ends) times while it handled this event. It does not handle it again.")
  }

  /// Whether a page is closed for everyone.
  func isClosed(_ page: Page) -> Bool { closure(of: Owner(page: page.path)) != nil }

  /// Throws if the instance is closed.
  func check(_ owner: Owner) throws(HTTPError) {
    guard let closure = closure(of: Owner(page: owner.page)) ?? closure(of: owner) else { return }
    let seconds = closure.end - now()
    throw HTTPError(
      .unavailable,
      "The server ended \(closure.ends) times while it made the page \(owner.page). The page stays closed for \(seconds) s."
    ).retrying(after: .seconds(seconds))
  }

  private func closure(of owner: Owner) -> CrashPolicy.Closure? {
    state.withLock { state in
      guard let closure = state.closures[owner] else { return nil }
      if closure.end > now() { return closure }
      state.closures[owner] = nil
      return nil
    }
  }
}

/// Decides which pages stay closed after a restart, because the server ended again and again while it made them.
///
/// Viewers come back at once. A page that crashes whenever it is made would end the server again and again, and all
/// other pages with it. So the page is closed for a time that doubles with each such end. One end closes nothing: somebody may
/// have killed a healthy server. An instance that is made without a fault begins again (`ClosedPages.forget`).
///
/// A client repeats an event until it is answered. So an event that crashed the server several times is not handled again.
struct CrashPolicy: Sendable {
  /// The number of ends in a row that close an instance, and of crashes that close an event.
  var ends = 2
  /// Seconds for which a page is closed at first.
  var first = 10
  /// The maximum number of seconds for which a page is closed.
  var longest = 3600
  /// Seconds after which an end is forgotten.
  var memory = 86_400
  /// If the server ended this many times while it made this many instances of one page, the page is closed for everyone:
  /// the cause is not one browser's state.
  var owners = 3

  /// A page, or one browser's instance of it, that is closed.
  struct Closure: Hashable, Sendable {
    /// The instance. It has no browser if the whole page is closed.
    let owner: PersistedInstance.Owner
    /// How often the server ended while it made the instance.
    let ends: Int
    /// When it opens again, in seconds since 1970.
    let end: Int
  }

  /// The records that still count. One of the future, from before the clock was set back, counts as one of now.
  func remembered(_ records: [CrashRecord], at now: Int) -> [CrashRecord] {
    records.filter { now - $0.time < memory }.map {
      CrashRecord(time: min(now, $0.time), owner: $0.owner, event: $0.event)
    }
  }

  /// How often each event has crashed the server that is not handled again.
  func events(in records: [CrashRecord]) -> [Event: Int] {
    let all = records.compactMap { record in record.event.map { Event(id: $0, owner: record.owner) } }
    return Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value >= ends }
  }

  /// An event of an instance.
  struct Event: Hashable, Sendable {
    let id: String
    let owner: PersistedInstance.Owner
  }

  /// The pages and instances that these records close at a moment, sorted by page.
  func closures(after records: [CrashRecord], at now: Int) -> [Closure] {
    let remembered = remembered(records, at: now).filter { $0.event == nil }
    var closures: [PersistedInstance.Owner: Closure] = [:]
    func close(_ owner: PersistedInstance.Owner, _ times: some Collection<Int>, from least: Int) {
      guard times.count >= least, let last = times.max() else { return }
      closures[owner] = Closure(owner: owner, ends: times.count, end: last + wait(times.count - least))
    }
    for (owner, records) in Dictionary(grouping: remembered, by: \.owner) {
      close(owner, records.map(\.time), from: ends)
    }
    for (page, records) in Dictionary(grouping: remembered.filter { $0.owner.browser != nil }, by: \.owner.page)
    where Set(records.map(\.owner)).count >= owners {
      // Several threads may have been making the page at one end.
      close(PersistedInstance.Owner(page: page), Set(records.map(\.time)), from: owners)
    }
    return closures.values.filter { $0.end > now }
      .sorted { ($0.owner.page, $0.owner.browser ?? "") < ($1.owner.page, $1.owner.browser ?? "") }
  }

  /// Seconds after an end that was not the first to close the page, but had `more` before it.
  private func wait(_ more: Int) -> Int { min(longest, first << min(more, 20)) }
}

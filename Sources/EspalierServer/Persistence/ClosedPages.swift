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

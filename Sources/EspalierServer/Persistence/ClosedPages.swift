import EspalierHTTP
import EspalierLocks

/// The pages, and the browsers' instances of pages, that are closed because making them crashed the server: see
/// `CrashPolicy`.
final class ClosedPages: Sendable {
  typealias Owner = PersistedInstance.Owner

  private let closures = Lock<[Owner: CrashPolicy.Closure]>([:])
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int = { Int(Timestamp.now.milliseconds / 1000) }) { self.now = now }

  /// Closes the pages and instances that these records name, and returns them.
  func close(after records: [CrashRecord], by policy: CrashPolicy = CrashPolicy()) -> [CrashPolicy.Closure] {
    let all = policy.closures(after: records, at: now())
    closures.withLock { $0 = Dictionary(uniqueKeysWithValues: all.map { ($0.owner, $0) }) }
    return all
  }

  /// Whether a page is closed for everyone.
  func isClosed(_ page: Page) -> Bool { closure(of: Owner(page: page.path)) != nil }

  /// Throws if the instance is closed.
  func check(_ owner: Owner) throws(HTTPError) {
    guard let closure = closure(of: Owner(page: owner.page)) ?? closure(of: owner) else { return }
    let (seconds, times) = (closure.end - now(), closure.crashes == 1 ? "once" : "\(closure.crashes) times")
    throw HTTPError(
      .unavailable,
      "The server crashed \(times) while it made the page \(owner.page). The page stays closed for \(seconds) s."
    ).retrying(after: .seconds(seconds))
  }

  private func closure(of owner: Owner) -> CrashPolicy.Closure? {
    closures.withLock { closures in
      guard let closure = closures[owner] else { return nil }
      if closure.end > now() { return closure }
      closures[owner] = nil
      return nil
    }
  }
}

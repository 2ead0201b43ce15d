import EspalierHTTP
import EspalierLocks

/// The pages, and the browsers' instances of pages, that are closed because the server ended while it made them: see
/// `CrashPolicy`.
final class ClosedPages: Sendable {
  typealias Owner = PersistedInstance.Owner

  private struct State {
    var closures: [Owner: CrashPolicy.Closure] = [:]
    var records: [CrashRecord] = []
    var file: CrashFile?
  }

  private let state = Lock(State())
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int = { Int(Timestamp.now.milliseconds / 1000) }) { self.now = now }

  /// Adds the instances that were being made when the server ended to a file, closes the pages and instances that the
  /// file names too often, and returns them.
  func close(
    after interrupted: some Collection<Owner>, in file: CrashFile, by policy: CrashPolicy = CrashPolicy()
  ) -> [CrashPolicy.Closure] {
    let (now, before) = (now(), file.records())
    let records =
      policy.remembered(before, at: now) + Set(interrupted).map { CrashRecord(time: now, owner: $0) }
    if records != before { file.replace(with: records) }
    let all = policy.closures(after: records, at: now)
    state.withLock {
      $0 = State(
        closures: Dictionary(uniqueKeysWithValues: all.map { ($0.owner, $0) }), records: records, file: file)
    }
    return all
  }

  /// Forgets the ends of the server while it made an instance, because it has made it without a fault.
  func forget(_ owner: Owner) {
    state.withLock { state in
      guard state.records.contains(where: { $0.owner == owner }) else { return }
      state.records.removeAll { $0.owner == owner }
      state.file?.replace(with: state.records)
    }
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

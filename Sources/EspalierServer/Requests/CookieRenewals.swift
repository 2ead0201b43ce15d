import EspalierLocks

/// Which browsers got their cookie in the last day: it begins its time again when a page is read, once a day.
final class CookieRenewals: Sendable {
  private struct State {
    var browsers: Set<String> = []
    var start = Duration.zero
  }

  /// How many browsers are remembered; one that is forgotten gets its cookie sooner.
  private let capacity: Int
  private let state = Lock(State())

  init(capacity: Int = 50_000) { self.capacity = capacity }

  /// Whether a browser is to be given its cookie again. If so, it counts as given.
  func take(_ browser: String, at now: Duration) -> Bool {
    state.withLock { state in
      let isOld = now - state.start >= .seconds(86_400)
      if !isOld && state.browsers.contains(browser) { return false }
      if isOld || state.browsers.count >= capacity { state = State(start: now) }
      state.browsers.insert(browser)
      return true
    }
  }
}

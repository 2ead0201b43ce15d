import EspalierLocks

/// The browsers that got their cookie in the last day. Once a day, reading a page renews the cookie's lifetime.
final class CookieRenewals: Sendable {
  private struct State {
    var browsers: Set<String> = []
    var start = Duration.zero
  }

  /// How many browsers are remembered. A forgotten browser gets its cookie sooner.
  private let capacity: Int
  private let state = Lock(State())

  init(capacity: Int = 50_000) { self.capacity = capacity }

  /// Whether a browser must get its cookie again. If so, records that it got it.
  func take(_ browser: String, at now: Duration) -> Bool {
    state.withLock { state in
      let isOld = now - state.start >= .seconds(86_400)
      if !isOld && state.browsers.count < capacity { return state.browsers.insert(browser).inserted }
      if !isOld && state.browsers.contains(browser) { return false }
      state = State(start: now)
      state.browsers.insert(browser)
      return true
    }
  }
}

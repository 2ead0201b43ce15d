import EspalierLocks

/// The browsers that got their cookie in the last day. Once a day, reading a page renews the cookie's lifetime.
final class CookieRenewals: Sendable {
  private struct State {
    /// Hashes instead of ids, because a site may have many browsers and an id is a string of its own. Two browsers with one hash
    /// share their renewal: then one of them keeps its cookie's older lifetime for a day.
    var browsers: Set<Int> = []
    var start = Duration.zero
  }

  /// How many browsers are remembered. A forgotten browser gets its cookie sooner.
  private let capacity: Int
  private let state = Lock(State())

  init(capacity: Int = 50_000) { self.capacity = capacity }

  /// Whether a browser must get its cookie again. If so, records that it got it.
  func take(_ browser: String, at now: Duration) -> Bool {
    let hash = browser.hashValue
    return state.withLock { state in
      let isOld = now - state.start >= .seconds(86_400)
      if !isOld && state.browsers.count < capacity { return state.browsers.insert(hash).inserted }
      if !isOld && state.browsers.contains(hash) { return false }
      state = State(start: now)
      state.browsers.insert(hash)
      return true
    }
  }
}

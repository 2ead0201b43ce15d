import EspalierLocks

/// A clock that moves only when a test advances it.
package final class ManualClock: Clock {
  package init() {}

  package typealias Duration = Swift.Duration

  package struct Instant: InstantProtocol {
    package var offset = Swift.Duration.zero
    package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant()
    var sleepers: [(until: Instant, wake: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())
  package let minimumResolution = Duration.zero
  package var now: Instant { state.withLock { $0.now } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async {
    await withCheckedContinuation { wake in
      let isOver = state.withLock { state in
        if deadline > state.now { state.sleepers.append((deadline, wake)) }
        return deadline <= state.now
      }
      if isOver { wake.resume() }
    }
  }

  /// Advances the clock once this many tasks sleep, or after 30 s, so that a test whose tasks never sleep fails and does not
  /// hang.
  package func advance(by duration: Duration, whenAsleep count: Int) async {
    let end = ContinuousClock.now + .seconds(30)
    while state.withLock({ $0.sleepers.count }) < count, .now < end { await Task.yield() }
    advance(by: duration)
  }

  /// Advances the clock.
  package func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      defer { state.sleepers.removeAll { $0.until <= now } }
      return state.sleepers.filter { $0.until <= now }.map(\.wake)
    }
    for wake in awake { wake.resume() }
  }
}

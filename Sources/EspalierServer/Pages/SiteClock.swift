import EspalierHTTP

/// The time since a site began, by the clock that it was given.
package struct SiteClock: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async -> Void

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try? await clock.sleep(until: start.advanced(by: $0), tolerance: .zero) }
  }

  package var now: Duration { read() }

  /// Returns when `time` has passed since the site began, or when the task is cancelled.
  package func sleep(until time: Duration) async { await wait(time) }
}

import EspalierHTTP
import EspalierServer
import EspalierLocks

/// Where faults are set: for a browser, or for all browsers that have none of their own.
///
/// ```swift
/// let inspector = Inspector()
/// let site = Site(tools: [inspector]) { Page("/posts", title: "Posts") { PostList() } }
/// inspector.faults.everyone = Faults(drop: 3, duplicate: 2)
/// ```
///
/// A page and its files are never disturbed: only the replies to events and to requests for patches, and the events of streams.
package final class FaultLab: Sendable {
  let clock: any Clock<Duration>
  /// All that is disturbed, one after the other: a lab is not in a hurry.
  let lane = Lane(elsewhere: { work in Task { work() } })
  /// Nil is everyone. Who has no faults has no line.
  private let lines = Lock<[String?: FaultLine]>([:])

  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  /// The faults of all browsers that have none of their own.
  package var everyone: Faults {
    get { faults(of: nil) }
    set { set(newValue, for: nil) }
  }

  /// The faults of a browser, by the value of its cookie `espalier`. What is on its way already arrives as it was to.
  package subscript(browser: String) -> Faults {
    get { faults(of: browser) }
    set { set(newValue, for: browser) }
  }

  private func faults(of browser: String?) -> Faults { lines.withLock { $0[browser]?.faults } ?? .none }

  private func set(_ faults: Faults, for browser: String?) {
    let line = faults.isEmpty ? nil : FaultLine(faults, lane: lane, clock: clock)
    lines.withLock { $0[browser] = line }
  }

  /// What a browser's messages go through; nil where nothing happens to them.
  func line(for browser: String?) -> FaultLine? { lines.withLock { $0[browser] ?? $0[nil] } }
}

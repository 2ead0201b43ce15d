import EspalierHTTP
import EspalierServer
import EspalierLocks

/// Holds the simulated faults: for single browsers, and for all browsers without their own.
///
/// ```swift
/// let inspector = Inspector()
/// let site = Site(tools: [inspector.tool]) { Page("/posts", title: "Posts") { PostList() } }
/// inspector.faults.everyone = Faults(drop: 3, duplicate: 2)
/// ```
///
/// Faults affect only the replies to events and to requests for patches, and the events of streams. Pages and their
/// files always arrive.
package final class FaultLab: Sendable {
  let clock: any Clock<Duration>
  /// Runs everything that has faults, one thing after the other. Speed does not matter here.
  let lane = Lane(elsewhere: { work in Task { work() } })
  /// The lines by browser; nil is the line of all other browsers. Without faults there is no line.
  private let lines = Lock<[String?: FaultLine]>([:])

  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  /// The faults of all browsers without their own.
  package var everyone: Faults {
    get { faults(of: nil) }
    set { set(newValue, for: nil) }
  }

  /// The faults of a browser, by the value of its cookie `espalier`. A change does not affect messages that are on
  /// their way.
  package subscript(browser: String) -> Faults {
    get { faults(of: browser) }
    set { set(newValue, for: browser) }
  }

  private func faults(of browser: String?) -> Faults { lines.withLock { $0[browser]?.faults } ?? .none }

  private func set(_ faults: Faults, for browser: String?) {
    let line = faults.isEmpty ? nil : FaultLine(faults, lane: lane, clock: clock)
    lines.withLock { $0[browser] = line }
  }

  /// The line that a browser's messages pass through; nil if it has no faults.
  func line(for browser: String?) -> FaultLine? { lines.withLock { $0[browser] ?? $0[nil] } }
}

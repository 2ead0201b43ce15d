/// Decides how a loop stops: it waits for requests in transit, closes idle connections, waits for replies in flight,
/// and gives up when the grace period is over.
struct Drain {
  enum Action: Equatable { case wait, closeIdle, abandon }

  /// Time for requests that were in transit when accepting stopped. Their replies close the connection.
  static let settling = Duration.milliseconds(100)
  /// Time to write the last replies after the grace period.
  static let farewell = Duration.milliseconds(250)

  private let idleFrom: ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant
  private(set) var isAbandoning = false
  private(set) var isOver = false

  init(start: ContinuousClock.Instant, grace: Duration) {
    idleFrom = start + min(Self.settling, grace)
    deadline = start + grace
  }

  /// What to do now. `connections` is the number of connections that are still open.
  mutating func advance(to now: ContinuousClock.Instant, connections: Int) -> Action {
    guard connections > 0, now < deadline + Self.farewell else {
      isOver = true
      return .wait
    }
    guard now < deadline else {
      isAbandoning = true
      return .abandon
    }
    return now < idleFrom ? .wait : .closeIdle
  }
}

/// Decides how a loop ends: settle, close what is idle, wait for replies in flight, give up after the grace.
struct Drain {
  enum Action: Equatable { case wait, closeIdle, abandon }

  /// Requests that were under way when accepting stopped arrive within this time and get a reply that closes.
  static let settling = Duration.milliseconds(100)
  /// Time to write the last replies once the grace is over.
  static let farewell = Duration.milliseconds(250)

  private let idleFrom: ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant
  private(set) var isAbandoning = false
  private(set) var isOver = false

  init(start: ContinuousClock.Instant, grace: Duration) {
    idleFrom = start + min(Self.settling, grace)
    deadline = start + grace
  }

  /// What to do now, with so many connections left.
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

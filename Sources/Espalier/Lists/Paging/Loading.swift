/// Where one kind of loading stands. A pure state machine: it knows no clock, no tree and no work.
///
/// It begins only if it is open and not under way, so nothing is loaded twice at once; an end without a beginning is
/// ignored; what has failed may be tried again.
public struct Loading: Hashable, Codable, Sendable {
  /// Where it stands.
  public enum State: String, Hashable, Codable, Sendable {
    /// Nobody may ask for it.
    case closed
    /// There is more, and nothing is under way.
    case ready
    /// Under way.
    case running
    /// There is no more.
    case finished
    /// It did not work; it may be tried again.
    case failed
  }

  /// How it ended.
  public enum End: Hashable, Sendable {
    /// There is more.
    case more
    /// There is no more.
    case noMore
    /// It did not work, and this is what viewers are told.
    case failed(String)
  }

  /// Where it stands.
  public private(set) var state = State.closed
  /// Why it failed, for viewers; empty in any other state.
  public private(set) var reason = ""
  /// How often the state changed. A press names the round that it was meant for, so one that comes late does nothing.
  public private(set) var round = 0

  /// Closed.
  package init() {}

  /// Whether it may begin.
  public var mayBegin: Bool { state == .ready || state == .failed }

  /// Nobody may ask for it any more.
  public mutating func close() { enter(.closed) }

  /// It may be asked for, from the beginning: what was known of an earlier end, or is under way, does not count.
  public mutating func open() { enter(.ready) }

  /// There is no more, as far as is known without asking.
  public mutating func finish() { enter(.finished) }

  /// Forgets a failure.
  public mutating func clearError() { if state == .failed { enter(.ready) } }

  /// Returns whether the work is to begin.
  mutating func begin() -> Bool {
    guard mayBegin else { return false }
    enter(.running)
    return true
  }

  /// Returns whether it was under way.
  mutating func end(_ end: End) -> Bool {
    guard state == .running else { return false }
    switch end {
    case .more: enter(.ready)
    case .noMore: enter(.finished)
    case .failed(let reason): enter(.failed, reason)
    }
    return true
  }

  /// The work was given up before it ended.
  mutating func interrupt() { if state == .running { enter(.ready) } }

  private mutating func enter(_ state: State, _ reason: String = "") {
    self.state = state
    self.reason = reason
    round += 1
  }
}

/// The state of one kind of loading. A pure state machine: it uses no clock, no tree and no tasks.
///
/// Loading starts only from `ready` or `failed`, so nothing loads twice at once. An end without a start is ignored. A
/// failed loading may be tried again.
public struct Loading: Hashable, Codable, Sendable {
  /// The states of a loading.
  public enum State: String, Hashable, Codable, Sendable {
    /// Loading is not available.
    case closed
    /// There is more to load, and no loading is running.
    case ready
    /// A loading is running.
    case running
    /// There is nothing more to load.
    case finished
    /// The last loading failed. It may be tried again.
    case failed
  }

  /// The result of a loading.
  public enum End: Hashable, Sendable {
    /// There is more to load.
    case more
    /// There is nothing more to load.
    case noMore
    /// The loading failed. The text is the message for viewers.
    case failed(String)
  }

  /// The current state. You may set it: `closed` makes loading unavailable, `ready` makes it available from the start and
  /// forgets an earlier end or failure, and `finished` says, without loading, that there is nothing more to load.
  public var state = State.closed {
    didSet {
      (reason, added) = ("", 0)
      round += 1
    }
  }
  /// The error message for viewers; empty in any other state than `failed`.
  public private(set) var reason = ""
  /// How many rows the last loading added; 0 while a loading runs, and after a failure.
  package private(set) var added = 0
  /// How often the state changed. A press carries the round in which its button was rendered, so a late press does
  /// nothing.
  public private(set) var round = 0

  /// A closed loading.
  package init() {}

  /// Whether a loading may start.
  public var mayBegin: Bool { state == .ready || state == .failed }

  /// Enters `running` if a loading may start. Returns whether it did.
  mutating func begin() -> Bool {
    guard mayBegin else { return false }
    state = .running
    return true
  }

  /// Ends the running loading, which added so many rows. Returns false if none was running.
  mutating func end(_ end: End, added: Int = 0) -> Bool {
    guard state == .running else { return false }
    switch end {
    case .more: enter(.ready, added: added)
    case .noMore: enter(.finished, added: added)
    case .failed(let reason): enter(.failed, reason)
    }
    return true
  }

  /// Goes back to `ready` if the running loading is cancelled.
  mutating func interrupt() { if state == .running { state = .ready } }

  private mutating func enter(_ state: State, _ reason: String = "", added: Int = 0) {
    self.state = state
    self.reason = reason
    self.added = added
  }
}

public import Espalier

/// Where pages keep what must survive a restart: see `keep(_:as:)` of a node. `SQLitePageStore` is one.
///
/// Called in the lanes of page instances, from several threads at once. A call blocks its lane, so it should take
/// microseconds, not milliseconds.
public protocol PageStore: Sendable {
  /// What was kept of a page's instance for a browser, nil for the one that all share. Nil where nothing was.
  func instance(of page: String, for browser: String?) throws -> KeptInstance?

  /// What was kept of the instance with this id.
  func instance(id: String) throws -> KeptInstance?

  /// Saves what changed, all or nothing; what it returns from must survive the end of the process. `event` is the id of
  /// the event that is about to be acknowledged.
  func save(_ changes: [KeptChange], event: KeptEvent?, of instance: KeptInstance.Owner) throws
}

/// A page instance as a store has it.
public struct KeptInstance: Sendable {
  /// Which one it is.
  public struct Owner: Sendable, Hashable {
    /// The instance's id.
    public let id: String
    /// The page's path.
    public let page: String
    /// The browser it belongs to; nil where all share it.
    public let browser: String?

    /// Names an instance.
    public init(id: String, page: String, browser: String?) {
      self.id = id
      self.page = page
      self.browser = browser
    }
  }

  /// Which one it is.
  public let owner: Owner
  /// The kept values by key.
  public let states: [String: JSON]
  /// The last events that were acknowledged, the oldest first.
  public let events: [KeptEvent]

  /// An instance as it was saved.
  public init(owner: Owner, states: [String: JSON], events: [KeptEvent]) {
    self.owner = owner
    self.states = states
    self.events = events
  }
}

/// An event that has had its effect: a repeat must not have another one.
public struct KeptEvent: Sendable, Hashable {
  /// The id that its sender gave it.
  public let id: String
  /// The sender's browser, if it said so.
  public let browser: String?

  /// Names an event.
  public init(id: String, browser: String?) {
    self.id = id
    self.browser = browser
  }
}

public import Espalier

/// Where pages keep what must survive a restart: see `keep(_:as:)` of a node. `SQLitePageStore` is one.
///
/// Called in the lanes of page instances, from several threads at once. A call blocks its lane, so it should take
/// microseconds, not milliseconds.
public protocol PageStore: Sendable {
  /// What was kept of an owner's instance. Nil where nothing was.
  func instance(of owner: KeptInstance.Owner) throws -> KeptInstance?

  /// What was kept of the instance with this id.
  func instance(id: String) throws -> KeptInstance?

  /// Saves what changed, all or nothing; what it returns from must survive the end of the process. `event` is the one that
  /// is about to be acknowledged.
  func save(_ changes: [KeptChange], event: KeptEvent?, of instance: KeptInstance.Name) throws

  /// Called once a day for an instance of one browser that lives: somebody may look at it every day, and never change it.
  func touch(_ instance: KeptInstance.Name) throws

  /// How many instances were forgotten because there was no room for all, for the metrics.
  var forgotten: Int { get }

  /// The file that says which pages ended the server while they were made, so that they are closed for a while after the
  /// restart. Nil for none.
  var crashFile: String? { get }
}

extension PageStore {
  /// For a store that forgets nothing.
  public func touch(_ instance: KeptInstance.Name) {}
  /// For a store that forgets nothing.
  public var forgotten: Int { 0 }
  /// For a store without a place for the file.
  public var crashFile: String? { nil }
}

/// A page instance as a store has it.
public struct KeptInstance: Sendable {
  /// Whose instance of which page: there is one for each.
  public struct Owner: Sendable, Hashable {
    /// The page's path.
    public let page: String
    /// The browser it belongs to; nil where all share it.
    public let browser: String?
    /// The tab of that browser; nil where all of its tabs share it.
    public let tab: String?

    /// Names an owner.
    public init(page: String, browser: String? = nil, tab: String? = nil) {
      self.page = page
      self.browser = browser
      self.tab = tab
    }
  }

  /// An instance's id, and whose it is.
  public struct Name: Sendable, Hashable {
    /// 128 random bits in hexadecimal digits.
    public let id: String
    /// Whose it is.
    public let owner: Owner

    /// Names an instance.
    public init(id: String, owner: Owner) {
      self.id = id
      self.owner = owner
    }
  }

  /// Which one it is.
  public let name: Name
  /// The kept values by key.
  public let states: [String: JSON]
  /// The last events that were acknowledged, the oldest first.
  public let events: [KeptEvent]

  /// An instance as it was saved.
  public init(name: Name, states: [String: JSON], events: [KeptEvent]) {
    self.name = name
    self.states = states
    self.events = events
  }
}

/// An event that has had its effect: a repeat must not have another one.
public struct KeptEvent: Sendable, Hashable {
  /// The id that its sender gave it.
  public let id: String
  /// The sender: its browser, or the address of one that has no cookie.
  public let sender: String
  /// Tells whether what comes with the id again is the same event, in every process alike. Nil where nobody wrote it down.
  public let fingerprint: String?

  /// Names an event.
  public init(id: String, sender: String, fingerprint: String?) {
    self.id = id
    self.sender = sender
    self.fingerprint = fingerprint
  }
}

import EspalierHTTP
package import Espalier

/// A page instance as saved in a store.
package struct PersistedInstance: Sendable {
  /// Who owns an instance of which page. Each owner has one instance.
  package struct Owner: Sendable, Hashable {
    /// The page's URL: its path, with the values of its parameters.
    package let page: String
    /// The browser that owns it; nil if all browsers share it.
    package let browser: String?
    /// The tab of that browser; nil if all of its tabs share it.
    package let tab: String?

    /// Names an owner.
    package init(page: String, browser: String? = nil, tab: String? = nil) {
      self.page = page
      self.browser = browser
      self.tab = tab
    }
  }

  /// An instance's id and owner.
  package struct Name: Sendable, Hashable {
    /// 128 random bits in hexadecimal digits.
    package let id: String
    /// The owner.
    package let owner: Owner

    /// Names an instance.
    package init(id: String, owner: Owner) {
      self.id = id
      self.owner = owner
    }
  }

  /// The instance's id and owner.
  package let name: Name
  /// The saved values by key.
  package let states: [String: JSON]
  /// The keys of values that the store could not read and left out, with the reasons. The site reports them.
  package let unreadable: [String: String]
  /// The last acknowledged events, oldest first.
  package let events: [PersistedEvent]

  /// Makes a saved instance.
  package init(name: Name, states: [String: JSON], unreadable: [String: String] = [:], events: [PersistedEvent]) {
    self.name = name
    self.states = states
    self.unreadable = unreadable
    self.events = events
  }
}

/// An event that has had its effect. A repeat must not have a second effect.
package struct PersistedEvent: Sendable, Hashable {
  /// For how long a page, a store and a database remember an event. A browser that gets no answer repeats for half of it.
  package static let lifetime = Duration.seconds(120)
  /// How many events each of them remembers at most. The oldest go first.
  package static let most = PageLimits().receipts

  /// The id that its sender gave it.
  package let id: String
  /// The sender: its browser, or its address if it has no cookie.
  package let sender: String
  /// Shows whether an event with the same id is a repeat; equal in every process. Nil if the store does not know it.
  package let fingerprint: String?

  /// A key of the event for other files than the store. It does not tell who the sender is.
  var key: String { "\(Fingerprint.of(Array("\(sender) \(id)".utf8)))-\(fingerprint ?? "")" }

  /// Names an event.
  package init(id: String, sender: String, fingerprint: String?) {
    self.id = id
    self.sender = sender
    self.fingerprint = fingerprint
  }
}

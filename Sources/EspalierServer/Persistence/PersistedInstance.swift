import EspalierHTTP
package import Espalier

/// A page instance as a store has it.
package struct PersistedInstance: Sendable {
  /// Whose instance of which page: there is one for each.
  package struct Owner: Sendable, Hashable {
    /// The page's path.
    package let page: String
    /// The browser it belongs to; nil where all share it.
    package let browser: String?
    /// The tab of that browser; nil where all of its tabs share it.
    package let tab: String?

    /// Names an owner.
    package init(page: String, browser: String? = nil, tab: String? = nil) {
      self.page = page
      self.browser = browser
      self.tab = tab
    }
  }

  /// An instance's id, and whose it is.
  package struct Name: Sendable, Hashable {
    /// 128 random bits in hexadecimal digits.
    package let id: String
    /// Whose it is.
    package let owner: Owner

    /// Names an instance.
    package init(id: String, owner: Owner) {
      self.id = id
      self.owner = owner
    }
  }

  /// Which one it is.
  package let name: Name
  /// The saved values by key.
  package let states: [String: JSON]
  /// Why values were left out that the store could not read, by key. The site reports them.
  package let unreadable: [String: String]
  /// The last events that were acknowledged, the oldest first.
  package let events: [PersistedEvent]

  /// An instance as it was saved.
  package init(name: Name, states: [String: JSON], unreadable: [String: String] = [:], events: [PersistedEvent]) {
    self.name = name
    self.states = states
    self.unreadable = unreadable
    self.events = events
  }
}

/// An event that has had its effect: a repeat must not have another one.
package struct PersistedEvent: Sendable, Hashable {
  /// The id that its sender gave it.
  package let id: String
  /// The sender: its browser, or the address of one that has no cookie.
  package let sender: String
  /// Tells whether an event with the same id is a repeat; equal in every process. Nil if the store does not know it.
  package let fingerprint: String?

  /// Names an event.
  package init(id: String, sender: String, fingerprint: String?) {
    self.id = id
    self.sender = sender
    self.fingerprint = fingerprint
  }
}

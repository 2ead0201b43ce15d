/// The keys by which the places that an event writes to recognise a repeat of the event.
struct WriteKeys {
  /// The key of the event; nil outside of an event, or if its client gave it no id.
  var event: String?
  /// The client that sent it; nil outside of an event.
  let sender: EventSender?
  private var count = 0

  init(of event: String? = nil, from sender: EventSender? = nil) { (self.event, self.sender) = (event, sender) }

  /// The key of the next write. A handler that runs again gives the same keys to the same writes.
  mutating func next() -> String? {
    guard let event else { return nil }
    count += 1
    return count == 1 ? event : "\(event)/\(count)"
  }
}

/// The client that sent an event.
package struct EventSender: Sendable, Hashable {
  /// Its browser; nil for a client without a cookie, which its address names.
  let browser: String?
  let address: String

  package init(browser: String?, address: String) { (self.browser, self.address) = (browser, address) }

  /// Whether this client may answer what the other one was asked.
  func mayAnswer(for other: EventSender) -> Bool {
    other.browser == nil ? address == other.address : browser == other.browser
  }
}

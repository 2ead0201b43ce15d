/// The keys by which the places that an event writes to recognise a repeat of the event.
struct WriteKeys {
  /// The key of the event; nil outside of an event, or if its client gave it no id.
  var event: String?
  private var count = 0

  init(of event: String? = nil) { self.event = event }

  /// The key of the next write. A handler that runs again gives the same keys to the same writes.
  mutating func next() -> String? {
    guard let event else { return nil }
    count += 1
    return count == 1 ? event : "\(event)/\(count)"
  }
}

extension Tree {
  /// An event is being handled. Its key identifies it also after a restart of the server, and in other files than the
  /// store of the site.
  package func beginEvent(_ key: String?) { writeKeys = WriteKeys(of: key) }

  /// The event was handled.
  package func endEvent() { writeKeys = WriteKeys() }
}

import Espalier

/// What became of one event, as far as a reply needs it.
struct Outcome {
  /// Its way; nil where the event had its effect before the server was started anew.
  let delivery: Delivery?
  let patch: Patch?
  let version: Version
  /// What happens in the sender's window.
  var effects: [Effect] = []
}

/// The last outcomes by event id, so that a repeated event gets the outcome of the first and has no second effect.
///
/// Two browsers may choose the same id, so each event is known by its id and its browser.
struct Outcomes {
  private struct Entry {
    /// Tells whether a repeat is one, without keeping its data.
    let fingerprint: Int
    let outcome: Outcome
  }

  private var entries: [KeptEvent: Entry] = [:]
  private var order: [KeptEvent] = []
  private let capacity: Int
  /// How many events have had their outcome so far.
  private(set) var count = 0
  /// The events whose outcome was forgotten in a restart.
  private let before: Set<KeptEvent>

  /// Remembers so many outcomes, and of the events before a restart that they were.
  init(capacity: Int, before: [KeptEvent] = []) {
    self.capacity = max(1, capacity)
    self.before = Set(before)
  }

  /// Whether an event had its effect before a restart.
  func isFromBefore(_ event: KeptEvent) -> Bool { before.contains(event) }

  /// The outcome of the first event with this id. Throws where that was another event.
  func first(_ event: KeptEvent, _ request: EventRequest) throws(HTTPError) -> Outcome? {
    guard let entry = entries[event] else {
      // A browser gets its cookie with the first stream; what it sent before that, it may repeat with it.
      let before = event.browser == nil ? nil : entries[KeptEvent(id: event.id, browser: nil)]
      return before?.fingerprint == request.hashValue ? before?.outcome : nil
    }
    guard entry.fingerprint == request.hashValue else {
      throw HTTPError(
        .unprocessable, "The id \"\(event.id)\" was another event's; take a new one.", field: WireName.id)
    }
    return entry.outcome
  }

  /// Remembers an outcome. Returns whether another had to be forgotten for it.
  mutating func keep(_ outcome: Outcome, of event: KeptEvent, _ request: EventRequest) -> Bool {
    count += 1
    guard entries.updateValue(Entry(fingerprint: request.hashValue, outcome: outcome), forKey: event) == nil else {
      return false
    }
    order.append(event)
    guard order.count > capacity else { return false }
    entries[order.removeFirst()] = nil
    return true
  }
}

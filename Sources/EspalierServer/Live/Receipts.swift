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
struct Receipts {
  /// Whose id it is: two browsers may choose the same.
  struct Sender: Hashable {
    let id: String
    let browser: String?
  }

  private struct Entry {
    /// Tells whether a repeat is one, without keeping its data.
    let fingerprint: Int
    let outcome: Outcome
  }

  private var entries: [Sender: Entry] = [:]
  private var order: [Sender] = []
  private let capacity: Int
  /// How many events have had their outcome so far.
  private(set) var count = 0
  /// The events whose outcome was forgotten in a restart.
  private let before: Set<Sender>

  /// Remembers so many outcomes, and of the events before a restart that they were.
  init(capacity: Int, before: [KeptEvent] = []) {
    self.capacity = max(1, capacity)
    self.before = Set(before.map { Sender(id: $0.id, browser: $0.browser) })
  }

  /// Whether an event had its effect before a restart.
  func isFromBefore(_ sender: Sender) -> Bool { before.contains(sender) }

  /// The outcome of the first event with this id. Throws where that was another event.
  func outcome(of event: EventRequest, from sender: Sender) throws(HTTPError) -> Outcome? {
    guard let entry = entries[sender] else {
      // A browser gets its cookie with the first stream; what it sent before that, it may repeat with it.
      let before = sender.browser == nil ? nil : entries[Sender(id: sender.id, browser: nil)]
      return before?.fingerprint == event.hashValue ? before?.outcome : nil
    }
    guard entry.fingerprint == event.hashValue else {
      throw HTTPError(
        .unprocessable, "The id \"\(sender.id)\" was another event's; take a new one.", field: WireName.id)
    }
    return entry.outcome
  }

  /// Remembers an outcome. Returns whether another had to be forgotten for it.
  mutating func keep(_ outcome: Outcome, of event: EventRequest, from sender: Sender) -> Bool {
    count += 1
    guard entries.updateValue(Entry(fingerprint: event.hashValue, outcome: outcome), forKey: sender) == nil else {
      return false
    }
    order.append(sender)
    guard order.count > capacity else { return false }
    entries[order.removeFirst()] = nil
    return true
  }
}

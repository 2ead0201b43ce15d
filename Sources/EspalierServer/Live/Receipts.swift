import Espalier

/// What became of one event, as far as a reply needs it.
struct Outcome {
  let delivery: Delivery
  let patch: Patch?
  let version: Version
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

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// The outcome of the first event with this id. Throws where that was another event.
  func outcome(of event: EventRequest, from sender: Sender) throws(HTTPError) -> Outcome? {
    guard let entry = entries[sender] else { return nil }
    guard entry.fingerprint == event.hashValue else {
      throw HTTPError(
        .unprocessable, "The id \"\(sender.id)\" was another event's; take a new one.", field: WireName.id)
    }
    return entry.outcome
  }

  mutating func keep(_ outcome: Outcome, of event: EventRequest, from sender: Sender) {
    guard entries.updateValue(Entry(fingerprint: event.hashValue, outcome: outcome), forKey: sender) == nil else {
      return
    }
    order.append(sender)
    if order.count > capacity { entries[order.removeFirst()] = nil }
  }
}

import EspalierHTTP
import Espalier

/// The outcome of one event, as far as a reply needs it.
struct Outcome {
  /// How the event was delivered; nil if that was forgotten, in a restart or because it was large.
  private(set) var delivery: Delivery?
  /// The event's changes, as long as the journal has them.
  private(set) weak var patch: Patch?
  private let isChange: Bool
  /// The page's version after the event; nil if the event was before a restart.
  let version: Version?
  /// The effects in the sender's window.
  private(set) var effects: [Effect]

  init(_ delivery: Delivery, patch: Patch?, version: Version, effects: [Effect]) {
    (self.delivery, self.patch, self.version, self.effects) = (delivery, patch, version, effects)
    isChange = patch != nil
  }

  /// The outcome of an event from before a restart of the server.
  init() { (version, effects, isChange) = (nil, [], true) }

  /// Whether the event changed something, but the journal no longer has the patch.
  var lacksPatch: Bool { isChange && patch == nil }

  /// The approximate bytes of the outcome.
  var weight: Int { delivery?.weight ?? 0 }

  /// The outcome with more effects in the sender's window.
  func adding(_ more: [Effect]) -> Outcome {
    var outcome = self
    outcome.effects += more
    return outcome
  }

  /// Forgets how the event was delivered.
  mutating func forgetDelivery() { delivery = nil }
}

/// The last outcomes by event id, so that a repeated event gets the outcome of the first and has no second effect.
///
/// Two senders may choose the same id, so each event is known by its id and its sender.
struct ReplyCache {
  private struct Key: Hashable {
    let id, sender: String
    init(_ event: PersistedEvent) { (id, sender) = (event.id, event.sender) }
  }

  private struct Entry {
    /// Shows whether an event is really a repeat, without its data; nil if a store of an older version did not save it.
    let fingerprint: String?
    var outcome: Outcome
  }

  private var entries: [Key: Entry] = [:]
  private var order: [Key] = []
  private let capacity: Int
  private let room: Int
  /// The bytes of the deliveries.
  private(set) var bytes = 0
  /// The number of oldest outcomes that have forgotten their delivery.
  private var forgotten = 0
  /// The number of events that have had their outcome so far.
  private(set) var count = 0

  /// Remembers up to `capacity` outcomes and up to `room` bytes of deliveries. `before` are the events from before a
  /// restart.
  init(capacity: Int, room: Int, before: [PersistedEvent] = []) {
    self.capacity = max(1, capacity)
    self.room = room
    for event in before { add(Entry(fingerprint: event.fingerprint, outcome: Outcome()), Key(event)) }
    forgotten = order.count
  }

  /// The outcome of the first event with this id and sender. Throws if that was another event.
  func first(_ event: PersistedEvent) throws(HTTPError) -> Outcome? {
    guard let entry = entries[Key(event)] else { return nil }
    guard entry.fingerprint == nil || entry.fingerprint == event.fingerprint else {
      throw HTTPError(
        .unprocessable, "The id \"\(event.id)\" was already used for another event; use a new one.",
        field: WireName.id)
    }
    return entry.outcome
  }

  /// Replaces a remembered outcome by one with more effects.
  mutating func update(_ outcome: Outcome, of event: PersistedEvent) {
    guard let old = entries[Key(event)]?.outcome else { return }
    entries[Key(event)]?.outcome = old.adding(Array(outcome.effects.dropFirst(old.effects.count)))
  }

  /// Remembers an outcome. Returns the limits because of which it forgot older outcomes or their deliveries.
  mutating func keep(_ outcome: Outcome, of event: PersistedEvent) -> [LimitName] {
    count += 1
    bytes += outcome.weight
    var crossed: [LimitName] = []
    if add(Entry(fingerprint: event.fingerprint, outcome: outcome), Key(event)) { crossed.append(.receipts) }
    let before = forgotten
    while bytes > room, forgotten < order.count { forgetDelivery(of: order[forgotten]) }
    if forgotten > before { crossed.append(.receiptBytes) }
    return crossed
  }

  /// Returns whether it forgot an older outcome to make room.
  @discardableResult
  private mutating func add(_ entry: Entry, _ key: Key) -> Bool {
    guard entries.updateValue(entry, forKey: key) == nil else { return false }
    order.append(key)
    guard order.count > capacity else { return false }
    if forgotten == 0 { forgetDelivery(of: order[0]) }
    entries[order.removeFirst()] = nil
    forgotten -= 1
    return true
  }

  private mutating func forgetDelivery(of key: Key) {
    forgotten += 1
    bytes -= entries[key]?.outcome.weight ?? 0
    entries[key]?.outcome.forgetDelivery()
  }
}

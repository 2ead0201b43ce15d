import EspalierHTTP
import Espalier

/// What became of one event, as far as a reply needs it.
struct Outcome {
  /// Its way; nil where that was forgotten, in a restart or for its length.
  private(set) var delivery: Delivery?
  /// What it changed, as long as the journal has it.
  private(set) weak var patch: Patch?
  private let isChange: Bool
  /// At which the page was then; nil where that was before a restart.
  let version: Version?
  /// What happens in the sender's window.
  let effects: [Effect]

  init(_ delivery: Delivery, patch: Patch?, version: Version, effects: [Effect]) {
    (self.delivery, self.patch, self.version, self.effects) = (delivery, patch, version, effects)
    isChange = patch != nil
  }

  /// Of an event that had its effect before the server was started anew.
  init() { (version, effects, isChange) = (nil, [], true) }

  /// Whether it changed what cannot be told any more.
  var lacksPatch: Bool { isChange && patch == nil }

  /// About how many bytes it takes.
  var weight: Int { delivery?.weight ?? 0 }

  /// Says from now on no more than that there was one.
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
    /// Tells whether a repeat is one, without keeping its data; nil where a store of an older version did not say.
    let fingerprint: String?
    var outcome: Outcome
  }

  private var entries: [Key: Entry] = [:]
  private var order: [Key] = []
  private let capacity: Int
  private let room: Int
  /// What the deliveries take.
  private(set) var bytes = 0
  /// How many of the oldest have forgotten theirs.
  private var forgotten = 0
  /// How many events have had their outcome so far.
  private(set) var count = 0

  /// Remembers so many outcomes, which may take so many bytes, and of the events before a restart that they were.
  init(capacity: Int, room: Int, before: [PersistedEvent] = []) {
    self.capacity = max(1, capacity)
    self.room = room
    for event in before { add(Entry(fingerprint: event.fingerprint, outcome: Outcome()), Key(event)) }
    forgotten = order.count
  }

  /// The outcome of the first event with this id and sender. Throws where that was another event.
  func first(_ event: PersistedEvent) throws(HTTPError) -> Outcome? {
    guard let entry = entries[Key(event)] else { return nil }
    guard entry.fingerprint == nil || entry.fingerprint == event.fingerprint else {
      throw HTTPError(
        .unprocessable, "The id \"\(event.id)\" was another event's; take a new one.", field: WireName.id)
    }
    return entry.outcome
  }

  /// Remembers an outcome. Returns the limits for which older ones had to be forgotten, or their deliveries.
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

  /// Returns whether another had to be forgotten for it.
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

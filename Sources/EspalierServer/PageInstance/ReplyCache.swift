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

/// Remembers the outcome of each event with an id. A repeated event gets the same reply and has no second effect.
///
/// Two senders may choose the same id, so each event is known by its id and its sender. An id is remembered for at least
/// two minutes, which is longer than a client repeats. Only its own sender can shorten that, by many more events.
struct ReplyCache {
  /// How long an id is remembered at least.
  static let lifetime = Duration.seconds(120)

  private struct Key: Hashable {
    let id, sender: String
    init(_ event: PersistedEvent) { (id, sender) = (event.id, event.sender) }
    init(_ id: String, _ sender: String) { (self.id, self.sender) = (id, sender) }
  }

  private struct Entry {
    /// Shows whether an event is really a repeat, without its data; nil if a store of an older version did not save it.
    let fingerprint: String?
    var outcome: Outcome
    let time: Duration
  }

  private var entries: [Key: Entry] = [:]
  /// The keys in the order of their events. Some may be forgotten.
  private var order: [Key] = []
  /// The keys before this place in the order are forgotten.
  private var start = 0
  /// The outcomes before this place in the order have forgotten their delivery.
  private var short = 0
  /// The ids of each sender in the order of their events.
  private var senders: [String: [String]] = [:]
  private let perSender: Int
  private let room: Int
  /// The bytes of the deliveries.
  private(set) var bytes = 0
  /// The number of events that have had their outcome so far.
  private(set) var count = 0

  /// Remembers up to `perSender` outcomes of each sender, and as many old ones of all, and up to `room` bytes of
  /// deliveries. `before` are the events from before a restart.
  init(perSender: Int, room: Int, before: [PersistedEvent] = [], at now: Duration) {
    self.perSender = max(1, perSender)
    self.room = room
    for event in before { add(Entry(fingerprint: event.fingerprint, outcome: Outcome(), time: now), Key(event)) }
    short = order.count
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

  /// Remembers an outcome. Returns the limits because of which it forgot deliveries, or an outcome that is younger than
  /// `lifetime`.
  mutating func keep(_ outcome: Outcome, of event: PersistedEvent, at now: Duration) -> [LimitName] {
    count += 1
    bytes += outcome.weight
    var crossed: [LimitName] = []
    let old = add(Entry(fingerprint: event.fingerprint, outcome: outcome, time: now), Key(event))
    if let old, now - old < Self.lifetime { crossed.append(.receipts) }
    forgetOld(at: now)
    let before = short
    while bytes > room, short < order.count { forgetDelivery(of: order[short]) }
    if short > before { crossed.append(.receiptBytes) }
    return crossed
  }

  /// Returns the time of an older event of the sender that it forgot to make room.
  @discardableResult
  private mutating func add(_ entry: Entry, _ key: Key) -> Duration? {
    if entries.updateValue(entry, forKey: key) == nil { senders[key.sender, default: []].append(key.id) }
    order.append(key)
    guard let ids = senders[key.sender], ids.count > perSender else { return nil }
    return remove(Key(ids[0], key.sender))?.time
  }

  /// Forgets what is old, except the newest outcomes of all.
  private mutating func forgetOld(at now: Duration) {
    while start < order.count {
      if let entry = entries[order[start]] {
        guard entries.count > perSender, now - entry.time >= Self.lifetime else { break }
        remove(order[start])
      }
      start += 1
    }
    // Moves the rest only now and then.
    guard start > 64, start * 2 > order.count else { return }
    order.removeFirst(start)
    (start, short) = (0, max(0, short - start))
  }

  @discardableResult
  private mutating func remove(_ key: Key) -> Entry? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    bytes -= entry.outcome.weight
    senders[key.sender]?.removeAll { $0 == key.id }
    if senders[key.sender]?.isEmpty == true { senders[key.sender] = nil }
    return entry
  }

  private mutating func forgetDelivery(of key: Key) {
    short += 1
    bytes -= entries[key]?.outcome.weight ?? 0
    entries[key]?.outcome.forgetDelivery()
  }
}

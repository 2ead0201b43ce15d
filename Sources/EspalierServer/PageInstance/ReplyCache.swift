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
/// Two senders may choose the same id, so each event is known by its id and its sender. An id is remembered for
/// `PersistedEvent.lifetime`, unless very many newer ones come meanwhile. The newest few stay longer: a browser without a
/// network repeats an event when the network is back, which may take hours. Nothing runs on a timer: each new event
/// forgets old ones.
struct ReplyCache {
  /// How many of the newest ids are remembered, however old they are.
  static let newest = 256
  /// The average bytes of an id with its outcome, without the delivery.
  private static let entryBytes = 400
  /// How many old ids one event forgets, so that no event pays for many.
  private static let batch = 16

  private struct Key: Hashable {
    let id, sender: String
    init(_ event: PersistedEvent) { (id, sender) = (event.id, event.sender) }
  }

  private struct Entry {
    /// Shows whether an event is really a repeat, without its data; nil if a store of an older version did not save it.
    let fingerprint: String?
    var outcome: Outcome
    let time: Duration
  }

  private var entries: [Key: Entry] = [:]
  /// The keys in the order of their events.
  private var order: [Key] = []
  /// The keys before this place in the order are forgotten.
  private var start = 0
  /// The outcomes before this place in the order have forgotten their delivery.
  private var short = 0
  private let most: Int
  private let newest: Int
  private let room: Int
  /// Every id that came after this time is known.
  private var knownSince: Duration
  /// The bytes of the deliveries.
  private(set) var bytes = 0
  /// The number of events that have had their outcome so far.
  private(set) var count = 0

  /// Remembers up to `most` outcomes, and up to `room` bytes of deliveries. `before` are the events from before a restart.
  /// Nobody knows how long the server was away, so they count as just handled; older ones may be missing.
  init(
    most: Int, newest: Int = Self.newest, room: Int, before: [PersistedEvent] = [], at now: Duration
  ) {
    self.most = max(1, most)
    self.newest = newest
    self.room = room
    knownSince = now - PersistedEvent.lifetime
    for event in before.suffix(self.most) {
      add(Entry(fingerprint: event.fingerprint, outcome: Outcome(), time: now), Key(event))
    }
    short = order.count
  }

  /// The approximate bytes of all that is remembered.
  var weight: Int { bytes + Self.entryBytes * entries.count }

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

  /// Refuses a repeat with an unknown id if its first try is so long ago that the id may be forgotten.
  func checkAge(_ age: Duration, at now: Duration) throws(HTTPError) {
    if now - age > knownSince { return }
    throw HTTPError(
      .conflict,
      """
      This was first sent \(age.components.seconds) seconds ago, and the server no longer knows whether it arrived then. \
      Look at the page. If it is missing there, send it once more, as a new event.
      """, field: WireName.id)
  }

  /// Replaces a remembered outcome by one with more effects.
  mutating func update(_ outcome: Outcome, of event: PersistedEvent) {
    guard let old = entries[Key(event)]?.outcome else { return }
    entries[Key(event)]?.outcome = old.adding(Array(outcome.effects.dropFirst(old.effects.count)))
  }

  /// Remembers an outcome. Returns the limits because of which it forgot deliveries, or an outcome that is younger than
  /// `PersistedEvent.lifetime`.
  mutating func keep(_ outcome: Outcome, of event: PersistedEvent, at now: Duration) -> [LimitName] {
    count += 1
    bytes += outcome.weight
    var crossed: [LimitName] = []
    add(Entry(fingerprint: event.fingerprint, outcome: outcome, time: now), Key(event))
    if forgetOld(at: now) { crossed.append(.receipts) }
    let before = short
    while bytes > room, short < order.count { forgetDelivery(of: order[short]) }
    if short > before { crossed.append(.receiptBytes) }
    return crossed
  }

  private mutating func add(_ entry: Entry, _ key: Key) {
    if let old = entries.updateValue(entry, forKey: key) { bytes -= old.outcome.weight } else { order.append(key) }
  }

  /// Forgets the oldest outcomes. Returns whether one of them was young.
  private mutating func forgetOld(at now: Duration) -> Bool {
    var hasForgottenYoung = false
    var left = Self.batch
    while start < order.count, let entry = entries[order[start]] {
      let isOld = now - entry.time >= PersistedEvent.lifetime
      guard entries.count > most || isOld && entries.count > newest && left > 0 else { break }
      left -= 1
      knownSince = max(knownSince, entry.time)
      hasForgottenYoung = hasForgottenYoung || !isOld
      entries[order[start]] = nil
      bytes -= entry.outcome.weight
      start += 1
    }
    // Moves the rest only now and then.
    guard start > 64, start * 2 > order.count else { return hasForgottenYoung }
    order.removeFirst(start)
    (start, short) = (0, max(0, short - start))
    return hasForgottenYoung
  }

  private mutating func forgetDelivery(of key: Key) {
    short += 1
    bytes -= entries[key]?.outcome.weight ?? 0
    entries[key]?.outcome.forgetDelivery()
  }
}

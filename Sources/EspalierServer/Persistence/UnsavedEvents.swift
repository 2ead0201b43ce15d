/// Events that were handled, and whose values cannot be saved: the last `PersistedEvent.most` of them, oldest first.
struct UnsavedEvents {
  /// The sender does not count: it may have got a cookie meanwhile.
  private struct Key: Hashable {
    let id: String
    let fingerprint: String?
    init(_ event: PersistedEvent) { (id, fingerprint) = (event.id, event.fingerprint) }
  }

  private var known: Set<Key> = []
  /// When it is full, each event takes the place of the oldest, which is at `oldest`.
  private var events: [PersistedEvent] = []
  private var oldest = 0
  private let most: Int

  init(most: Int = PersistedEvent.most) { self.most = most }

  var isEmpty: Bool { events.isEmpty }
  /// All events, oldest first.
  var all: [PersistedEvent] { Array(events[oldest...] + events[..<oldest]) }

  func contains(_ event: PersistedEvent) -> Bool { !events.isEmpty && known.contains(Key(event)) }

  mutating func add(_ event: PersistedEvent) {
    guard known.insert(Key(event)).inserted else { return }
    guard events.count == most else { return events.append(event) }
    known.remove(Key(events[oldest]))
    events[oldest] = event
    oldest = (oldest + 1) % most
  }
}

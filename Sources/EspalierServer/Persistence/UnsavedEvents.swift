import EspalierHTTP

/// The events that have had their effect in a tree, but whose ids no store has yet. The next transaction saves them together
/// with that effect, so that a repeat after a restart has no second one.
struct UnsavedEvents {
  /// Whether the store failed to save changes of the tree, those of events without an id included.
  var areDue = false
  private(set) var all: [PersistedEvent] = []
  private let capacity: Int

  /// Remembers so many; beyond that, the oldest is forgotten, as it is among those that are saved.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  var isEmpty: Bool { all.isEmpty }

  /// Whether a repeat is of one of these. Its sender may have got a cookie since, so the sender does not count.
  func contains(_ event: PersistedEvent) -> Bool {
    all.contains { $0.id == event.id && $0.fingerprint == event.fingerprint }
  }

  /// Adds an event that is about to be saved.
  mutating func add(_ event: PersistedEvent) {
    if all.contains(event) { return }
    if all.count == capacity { all.removeFirst() }
    all.append(event)
  }

  /// Notes that all is saved.
  mutating func removeAll() { (all, areDue) = ([], false) }
}

import EspalierHTTP

/// The events that have had their effect in a tree, but whose ids are not in the store yet. The next transaction saves
/// them together with that effect, so that a repeat after a restart has no second effect.
struct UnsavedEvents {
  /// Whether the store failed to save changes of the tree, including those of events without an id.
  var areDue = false
  private(set) var all: [PersistedEvent] = []
  private let capacity: Int

  /// Remembers up to `capacity` events. Beyond that, it forgets the oldest, as the store does with saved events.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  var isEmpty: Bool { all.isEmpty }

  /// Whether an event repeats one of these. Its sender may have got a cookie meanwhile, so the sender does not count.
  func contains(_ event: PersistedEvent) -> Bool {
    all.contains { $0.id == event.id && $0.fingerprint == event.fingerprint }
  }

  /// Adds an event that is about to be saved.
  mutating func add(_ event: PersistedEvent) {
    if all.contains(event) { return }
    if all.count == capacity { all.removeFirst() }
    all.append(event)
  }

  /// Records that everything is saved.
  mutating func removeAll() { (all, areDue) = ([], false) }
}

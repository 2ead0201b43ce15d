import Synchronization

/// Counts the connections of all loops, and limits them.
///
/// A connection above the limit is surplus: its request gets a 503, so that its client knows why. The daemon accepts
/// only a few surplus connections and closes further ones at once.
final class ConnectionRoom: Sendable {
  let limit: Int
  /// The maximum number of connections that a daemon may hold, including surplus ones.
  let capacity: Int
  private let count = Atomic(0)

  /// Room for `limit` connections and `spare` surplus ones.
  init(limit: Int, spare: Int) {
    self.limit = limit
    capacity = limit + spare
  }

  /// Whether the daemon may accept one more connection, perhaps only to answer 503.
  package var admits: Bool { count.load(ordering: .relaxed) < capacity }

  /// Counts one more. Returns whether it is surplus.
  func enter() -> Bool { count.add(1, ordering: .relaxed).newValue > limit }

  /// Counts one less.
  func leave() { count.subtract(1, ordering: .relaxed) }
}

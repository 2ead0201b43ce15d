import Synchronization

/// Counts the connections of all loops, and limits them.
///
/// A connection above the limit is surplus: its request gets a 503, so that its client knows why. If there are more than
/// a few, the one that has waited longest for its client gets the 503 at once.
final class ConnectionRoom: Sendable {
  let limit: Int
  /// The maximum number of connections that a daemon may hold, including surplus ones and some that are being closed.
  let capacity: Int
  private let most: Int
  private let count = Atomic(0)

  /// Room for `limit` connections and `spare` surplus ones.
  init(limit: Int, spare: Int) {
    self.limit = limit
    most = limit + spare
    // Two loops may each accept twenty connections before their daemons close others.
    capacity = most + 40
  }

  /// Whether the daemon may accept one more connection, perhaps only to answer 503.
  package var admits: Bool { count.load(ordering: .relaxed) < capacity }

  /// Whether a surplus connection has to be closed.
  var isOverfull: Bool { count.load(ordering: .relaxed) > most }

  /// Counts one more. Returns whether it is surplus.
  func enter() -> Bool { count.add(1, ordering: .relaxed).newValue > limit }

  /// Counts one less.
  func leave() { count.subtract(1, ordering: .relaxed) }
}

import Synchronization

/// How many connections all loops have together, and how many they may have.
///
/// A connection above the limit is surplus: its request is answered 503, so that its client knows why. Above a few of those, newcomers are
/// closed at once.
final class ConnectionRoom: Sendable {
  let limit: Int
  /// The most connections that a daemon may hold, surplus ones included.
  let capacity: Int
  private let count = Atomic(0)

  /// Room for so many connections, and so many surplus ones.
  init(limit: Int, spare: Int) {
    self.limit = limit
    capacity = limit + spare
  }

  /// Whether one more may be accepted, if only to be told that there is no room.
  package var admits: Bool { count.load(ordering: .relaxed) < capacity }

  /// Counts one more. Returns whether it is surplus.
  func enter() -> Bool { count.add(1, ordering: .relaxed).newValue > limit }

  /// Counts one less.
  func leave() { count.subtract(1, ordering: .relaxed) }
}

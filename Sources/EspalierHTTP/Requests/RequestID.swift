import Synchronization

/// Makes short request ids. They count up from a random start per process, so that ids of two runs rarely collide.
final class RequestIDs: Sendable {
  private let next: Atomic<UInt64>

  /// Starts at a random number; a test passes the start.
  init(start: UInt64 = .random(in: 0..<(1 << 40))) { next = Atomic(start) }

  /// The next id, up to nine characters of base 32.
  func make() -> String { String(next.add(1, ordering: .relaxed).newValue, radix: 32) }
}

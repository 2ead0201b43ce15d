import Synchronization

/// Hands out short request ids: a random start per process, then counting, so that ids of two runs rarely meet.
final class RequestIDs: Sendable {
  private let next: Atomic<UInt64>

  /// Starts anywhere; a test gives the start.
  init(start: UInt64 = .random(in: 0..<(1 << 40))) { next = Atomic(start) }

  /// The next id, up to nine characters of base 32.
  func make() -> String { String(next.add(1, ordering: .relaxed).newValue, radix: 32) }
}

import EspalierLocks

/// Limits how many bytes of request bodies may be under way at the same time: over all connections, and for each
/// address. Small bodies do not count: there are at most as many as connections.
final class BodyRoom: Sendable {
  /// A body of up to this many bytes does not count.
  static let small = 4 << 10

  private struct State {
    var total = 0
    var byAddress: [String: Int] = [:]
  }

  private let limit: Int
  private let state = Lock(State())

  /// Room for `limit` bytes. One address may use a quarter of it, or more with a single body.
  init(limit: Int) { self.limit = limit }

  /// Whether no long body is under way.
  var isEmpty: Bool { state.withLock { $0.total == 0 } }

  /// Reserves room for a body of a declared length. Returns false if there is not enough room now.
  func enter(_ length: Int, from address: String) -> Bool {
    guard length > Self.small else { return true }
    return state.withLock { state in
      let own = state.byAddress[address] ?? 0
      guard state.total + length <= limit, own == 0 || own + length <= limit / 4 else { return false }
      state.total += length
      state.byAddress[address] = own + length
      return true
    }
  }

  /// Releases the room.
  func leave(_ length: Int, from address: String) {
    guard length > Self.small else { return }
    state.withLock { state in
      state.total -= length
      let left = (state.byAddress[address] ?? 0) - length
      state.byAddress[address] = left > 0 ? left : nil
    }
  }
}

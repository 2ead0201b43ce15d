import EspalierHTTP
import Espalier
import EspalierLocks

/// The approximate bytes of one page instance. They are part of the sums that they joined, until `leave`. Any thread may
/// read them.
final class Footprint: Sendable {
  private struct State {
    var bytes = 0
    var sums: [Counter] = []
    var hasLeft = false

    func add(_ change: Int) {
      if change != 0 { for sum in sums { sum.add(change) } }
    }
  }

  private let state = Lock(State())

  /// Adds the bytes to a sum, if any.
  init(in sum: Counter?) {
    if let sum { join(sum) }
  }

  /// The current bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Adds the bytes to one more sum.
  func join(_ sum: Counter) {
    state.withLock { state in
      guard !state.hasLeft else { return }
      state.sums.append(sum)
      sum.add(state.bytes)
    }
  }

  /// Sets the bytes and updates the sums.
  func set(_ bytes: Int) {
    state.withLock { state in
      guard !state.hasLeft else { return }
      state.add(bytes - state.bytes)
      state.bytes = bytes
    }
  }

  /// Takes the bytes out of the sums, for good.
  func leave() {
    state.withLock { state in
      state.add(-state.bytes)
      (state.bytes, state.sums, state.hasLeft) = (0, [], true)
    }
  }
}

extension PageInstance {
  /// The average bytes of a node with its content and its rendered bytes, and the bytes of an instance without nodes.
  /// Measured over the demos, whose nodes take from 1.0 to 1.7 kB.
  private static let (node, empty) = (1_300, 12_000)

  /// Updates the footprint. Cost: a few additions.
  func noteFootprint() {
    footprint.set(
      Self.empty + Self.node * state.nodeCount + documents.weight + publisher.weight + replies.bytes)
  }
}

import EspalierHTTP
import Espalier
import EspalierLocks

/// The approximate bytes of one page instance. They are part of the sum of all instances until `leave`. Any thread may
/// read them.
final class Footprint: Sendable {
  private let state = Lock((bytes: 0, hasLeft: false))
  private let sum: Counter?

  /// Adds the bytes to a sum, if any.
  init(in sum: Counter?) { self.sum = sum }

  /// The current bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Sets the bytes and updates the sum.
  func set(_ bytes: Int) {
    let change = state.withLock { state in
      guard !state.hasLeft else { return 0 }
      defer { state.bytes = bytes }
      return bytes - state.bytes
    }
    add(change)
  }

  /// Takes the bytes out of the sum, for good.
  func leave() {
    let bytes = state.withLock { state in
      defer { state = (0, true) }
      return state.bytes
    }
    add(-bytes)
  }

  private func add(_ change: Int) {
    if change != 0 { sum?.add(change) }
  }
}

extension PageInstance {
  /// The average bytes of a node with its content and its rendered bytes, and the bytes of an instance without nodes.
  /// Measured over the demos, whose nodes take from 1.0 to 1.7 kB.
  private static let (node, empty) = (1_300, 12_000)

  /// Updates the footprint. Cost: a few additions.
  func noteFootprint() {
    footprint.set(
      Self.empty + Self.node * tree.nodeCount + documents.weight + publisher.weight + replies.bytes)
  }
}

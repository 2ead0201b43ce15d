import EspalierHTTP
import Espalier
import EspalierLocks

/// About how many bytes one page instance takes, counted in the sum of all until it leaves. Readable from any thread.
final class Footprint: Sendable {
  private let state = Lock((bytes: 0, hasLeft: false))
  private let sum: Counter?

  /// Counts in a sum, if any.
  init(in sum: Counter?) { self.sum = sum }

  /// What it takes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Takes so many bytes from now on.
  func set(_ bytes: Int) {
    let change = state.withLock { state in
      guard !state.hasLeft else { return 0 }
      defer { state.bytes = bytes }
      return bytes - state.bytes
    }
    add(change)
  }

  /// Counts no more.
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
  /// Bytes that a node takes on average with its content and its rendered bytes, and an instance without any: measured over the demos, whose
  /// nodes take from 1.0 to 1.7 kB.
  private static let (node, empty) = (1_300, 12_000)

  /// Counts what the instance takes now. Cost: a few additions.
  func noteFootprint() {
    footprint.set(
      Self.empty + Self.node * tree.nodeCount + documents.weight + publisher.weight + replies.bytes)
  }
}

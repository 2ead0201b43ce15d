import Synchronization

/// Whether somebody still waits for the result of a statement. Any thread may end it.
final class Life: Sendable {
  private let ended = Atomic(false)

  var hasEnded: Bool { ended.load(ordering: .relaxed) }

  func end() { ended.store(true, ordering: .relaxed) }
}

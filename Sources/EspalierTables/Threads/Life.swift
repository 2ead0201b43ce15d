import Synchronization

/// Whether somebody still waits for the result of a statement. Any thread may end it.
package final class Life: Sendable {
  private let ended = Atomic(false)

  package var hasEnded: Bool { ended.load(ordering: .relaxed) }

  package func end() { ended.store(true, ordering: .relaxed) }
}

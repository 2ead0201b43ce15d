import EspalierHTTP
import EspalierLocks

/// Where the writer leaves its notes, and the thread that shows the rows takes them.
///
/// The writer holds the gate while it commits and leaves the note. The other thread holds it while it begins to read.
/// So what it reads contains exactly the commits whose notes it has.
final class CommitBoard: Sendable {
  private struct State {
    var notes: [CommitNote] = []
    var followed: [FollowedQuery] = []
    /// How many windows are open.
    var viewers = 0
    /// How many notes were left, and how many of them taken.
    var left = 0
    var taken = 0
    var needsRetry = false
  }

  private let gate = Lock(())
  private let state = Lock(State())
  /// Rings when notes are taken.
  private let takes = Bell()

  /// Whether somebody looks at rows.
  var isWatched: Bool { state.withLock { $0.viewers > 0 } }
  var followed: [FollowedQuery] { state.withLock { $0.followed } }
  var hasNotes: Bool { state.withLock { !$0.notes.isEmpty } }
  /// Whether somebody could not read rows, and should try again soon.
  var needsRetry: Bool { state.withLock { $0.needsRetry } }

  func setRetry(_ needsRetry: Bool) { state.withLock { $0.needsRetry = needsRetry } }

  func show(_ followed: [FollowedQuery], viewers: Int) {
    state.withLock { state in
      state.followed = followed
      state.viewers = viewers
    }
  }

  /// Commits, and leaves the note if that worked.
  func commit(_ note: CommitNote, _ commit: () throws -> Void) throws {
    // The error leaves the lock as a value, because a lock's body may throw only one type.
    let result: Result<Void, any Error> = gate.withLock { _ in
      let result = Result { try commit() }
      if case .success = result { leave(note) }
      return result
    }
    try result.get()
  }

  func leave(_ note: CommitNote) {
    state.withLock { state in
      state.left += 1
      var note = note
      note.number = state.left
      state.notes.append(note)
    }
  }

  /// Takes the notes without a look at them, because nobody looks at rows.
  func forget() {
    _ = takeNotes()
    takes.ring()
  }

  /// Begins to read, and returns the number of the last commit that the reader will see.
  func begin(_ begin: () throws -> Void) throws -> Int {
    let result: Result<Int, any Error> = gate.withLock { _ in
      let result = Result { try begin() }
      return result.map { state.withLock { $0.left } }
    }
    return try result.get()
  }

  /// Begins to read, and takes the notes of what the reader will see.
  func take(_ begin: () throws -> Void) throws -> [CommitNote] {
    let result: Result<[CommitNote], any Error> = gate.withLock { _ in
      let result = Result { try begin() }
      return result.map { takeNotes() }
    }
    takes.ring()
    return try result.get()
  }

  private func takeNotes() -> [CommitNote] {
    state.withLock { state in
      state.taken = state.left
      defer { state.notes = [] }
      return state.notes
    }
  }

  /// Waits until all notes are taken, so that each transaction is one change for the viewers. Gives up after a while:
  /// then several transactions become one change.
  func waitUntilTaken(atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    while state.withLock({ $0.viewers > 0 && $0.taken < $0.left }), .now < end {
      takes.wait(atMost: end - .now)
    }
  }
}

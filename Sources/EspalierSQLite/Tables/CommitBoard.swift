import EspalierLocks
import EspalierTables

/// Where the writer leaves its notes, and the thread that shows the rows takes them.
///
/// The writer holds the gate while it commits and leaves the note. The other thread holds it while it begins to read.
/// So what it reads contains exactly the commits whose notes it has.
final class CommitBoard: Sendable {
  private struct State {
    /// How many notes were left.
    var left = 0
    var readers = [Reader(), Reader()]

    var isWatched: Bool { readers.contains { $0.shown.viewers > 0 } }
  }

  /// One of the threads that show rows.
  private struct Reader {
    var notes: [ChangeNote] = []
    var shown = ShownQueries()
  }

  private let gate = Lock(())
  private let state = Lock(State())

  var followed: [WatchedQuery] { state.withLock { $0.readers.flatMap(\.shown.followed) } }
  /// Whether somebody could not read rows, and should try again soon.
  var needsRetry: Bool { state.withLock { $0.readers.contains(where: \.shown.needsRetry) } }
  /// The threads that have notes to take.
  var waiting: [ReadPace] {
    state.withLock { state in [.quick, .slow].filter { !state.readers[$0.rawValue].notes.isEmpty } }
  }

  /// Notes what a thread shows. Returns whether somebody looks at rows, on any thread.
  func show(_ shown: ShownQueries, on pace: ReadPace) -> Bool {
    state.withLock { state in
      state.readers[pace.rawValue].shown = shown
      if shown.viewers == 0 { state.readers[pace.rawValue].notes = [] }
      return state.isWatched
    }
  }

  /// Commits, and leaves the note if that worked.
  func commit(_ note: ChangeNote, _ commit: () throws -> Void) throws {
    // The error leaves the lock as a value, because a lock's body may throw only one type.
    let result: Result<Void, any Error> = gate.withLock { _ in
      let result = Result { try commit() }
      if case .success = result { leave(note) }
      return result
    }
    try result.get()
  }

  func leave(_ note: ChangeNote) {
    state.withLock { state in
      state.left += 1
      var note = note
      note.number = state.left
      for reader in state.readers.indices where state.readers[reader].shown.viewers > 0 {
        state.readers[reader].notes.append(note)
      }
    }
  }

  /// Begins to read. Returns the notes that the thread has not taken yet, and which it will see. A thread that counts has
  /// no pace, and takes none.
  func begin(_ pace: ReadPace?, _ begin: () throws -> Void) throws -> Look {
    let result: Result<Look, any Error> = gate.withLock { _ in
      Result { try begin() }.map {
        state.withLock { state in
          defer { if let pace { state.readers[pace.rawValue].notes = [] } }
          return Look(
            notes: pace.map { state.readers[$0.rawValue].notes } ?? [], seen: SeenChanges(before: state.left + 1))
        }
      }
    }
    return try result.get()
  }
}

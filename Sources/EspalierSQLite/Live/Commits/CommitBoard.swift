import EspalierLocks

/// Where the writer leaves its notes, and the thread that shows the rows takes them.
///
/// The writer holds the gate while it commits and leaves the note. The other thread holds it while it begins to read.
/// So what it reads contains exactly the commits whose notes it has.
final class CommitBoard: Sendable {
  private struct State {
    /// How many notes were left.
    var left = 0
    var readers = [Reader(), Reader()]
  }

  /// One of the threads that show rows.
  private struct Reader {
    var notes: [CommitNote] = []
    var followed: [FollowedQuery] = []
    /// How many windows are open.
    var viewers = 0
    var needsRetry = false
    /// Whether it was told that there are notes.
    var isTold = false
    var lastTake: ContinuousClock.Instant?
  }

  /// The shortest time between two updates of a thread that notes cause.
  private static let pause = Duration.milliseconds(5)

  private let gate = Lock(())
  private let state = Lock(State())

  /// Whether somebody looks at rows.
  var isWatched: Bool { state.withLock { $0.readers.contains { $0.viewers > 0 } } }
  var followed: [FollowedQuery] { state.withLock { $0.readers.flatMap(\.followed) } }
  /// Whether somebody could not read rows, and should try again soon.
  var needsRetry: Bool { state.withLock { $0.readers.contains(where: \.needsRetry) } }

  func setRetry(_ needsRetry: Bool, on pace: ReadPace) {
    state.withLock { $0.readers[pace.rawValue].needsRetry = needsRetry }
  }

  /// Notes what a thread shows. Returns whether somebody looks at rows, on any thread.
  func show(_ followed: [FollowedQuery], viewers: Int, on pace: ReadPace) -> Bool {
    state.withLock { state in
      (state.readers[pace.rawValue].followed, state.readers[pace.rawValue].viewers) = (followed, viewers)
      return state.readers.contains { $0.viewers > 0 }
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
      for reader in state.readers.indices where state.readers[reader].viewers > 0 {
        state.readers[reader].notes.append(note)
      }
    }
  }

  /// The threads that have to be told that there are notes, and when. Each is returned once, until it looks for notes.
  func takeTelling() -> [(pace: ReadPace, time: ContinuousClock.Instant)] {
    state.withLock { state in
      [ReadPace.quick, .slow].compactMap { pace in
        let reader = state.readers[pace.rawValue]
        guard !reader.notes.isEmpty, !reader.isTold else { return nil }
        state.readers[pace.rawValue].isTold = true
        return (pace, reader.lastTake.map { $0 + Self.pause } ?? .now)
      }
    }
  }

  /// A thread begins to look for notes.
  func hear(_ pace: ReadPace) { state.withLock { $0.readers[pace.rawValue].isTold = false } }

  /// Takes the notes without a look at them, because nobody looks at rows.
  func forget(_ pace: ReadPace) { _ = takeNotes(pace) }

  /// Begins to read, and returns the number of the last commit that the reader will see.
  func begin(_ begin: () throws -> Void) throws -> Int {
    let result: Result<Int, any Error> = gate.withLock { _ in
      let result = Result { try begin() }
      return result.map { state.withLock { $0.left } }
    }
    return try result.get()
  }

  /// Begins to read, and takes the notes of what the reader will see.
  func take(_ pace: ReadPace, _ begin: () throws -> Void) throws -> [CommitNote] {
    let result: Result<[CommitNote], any Error> = gate.withLock { _ in
      let result = Result { try begin() }
      return result.map { takeNotes(pace) }
    }
    return try result.get()
  }

  private func takeNotes(_ pace: ReadPace) -> [CommitNote] {
    state.withLock { state in
      defer {
        state.readers[pace.rawValue].notes = []
        state.readers[pace.rawValue].lastTake = .now
      }
      return state.readers[pace.rawValue].notes
    }
  }
}

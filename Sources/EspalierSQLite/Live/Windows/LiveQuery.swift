/// A query that somebody looks at, with all its windows. Queries with the same text and the same values share one.
final class LiveQuery {
  let number: Int
  let text: QueryText
  var plan: QueryPlan?
  var windows: [Int: Window] = [:]
  var samples: Samples?
  /// The keys that have changed since a count began; nil if none runs.
  var countingSince: [(commit: Int, moves: CommitNote.KeyMoves)]?
  /// Whether a count has begun, and its result will not be true.
  var isCountStale = false
  /// Why the rows cannot be counted. They are counted again when the data has changed.
  var countFailed = false

  init(number: Int, text: QueryText) { (self.number, self.text) = (number, text) }

  /// Takes a note: marks the windows that may show other rows, and keeps the count.
  func apply(_ note: CommitNote) {
    guard let plan else { return }
    if !note.isUnknown, plan.followedTable != nil, let moves = note.moves[number] {
      for key in moves.removed + moves.added { mark(key, plan.order) }
      if countingSince != nil { countingSince?.append((note.number, moves)) }
      keep(note.number, moves)
    } else if note.isUnknown || plan.tables?.isDisjoint(with: note.tables) != true {
      for id in windows.keys { windows[id]?.isDirty = true }
      samples = nil
      isCountStale = true
      countFailed = false
    }
  }

  /// Forgets what SQLite said about the query.
  func forgetPlan() {
    plan = nil
    samples = nil
    isCountStale = true
    countFailed = false
    for id in windows.keys { windows[id]?.isDirty = true }
  }

  private func mark(_ key: RowKey, _ order: KeyOrder) {
    for (id, window) in windows {
      if !window.isDirty, window.contains(key, order) { windows[id]?.isDirty = true }
      // A row before the window, in the range of its first row.
      if let offset = window.offset, let first = window.state.rows.first?.key, order.compare(key, first) < 0,
        offset.start.map({ order.compare($0, key) <= 0 }) ?? true
      {
        windows[id]?.offset = nil
      }
    }
  }

  private func keep(_ commit: Int, _ moves: CommitNote.KeyMoves) {
    guard var kept = samples, commit > kept.upTo else { return }
    samples = nil  // so that the ranges are changed in place
    let isTrue =
      moves.removed.allSatisfy { kept.change($0, by: -1) } && moves.added.allSatisfy { kept.change($0, by: 1) }
    if isTrue { samples = kept } else { isCountStale = true }
  }

  /// Takes the result of a count.
  func take(_ counted: Samples) {
    defer { countingSince = nil }
    if isCountStale { return }
    samples = counted
    for (commit, moves) in countingSince ?? [] { keep(commit, moves) }
    for id in windows.keys {
      windows[id]?.offset = nil
      windows[id]?.located = nil
    }
  }
}

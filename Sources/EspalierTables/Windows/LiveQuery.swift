/// A query that somebody looks at, with all its windows. Queries with the same text and the same values share one.
final class LiveQuery {
  let number: Int
  let text: QueryText
  /// Whether somebody looks at it.
  let life = Life()
  var plan: QueryPlan?
  var windows: [Window.Key: Window] = [:]
  var samples: Samples?
  /// Whether something unknown has changed since the samples were taken. Viewers see their number all the same: a table may
  /// change again before each count has ended. The rows are counted again.
  private(set) var areSamplesOld = false
  /// The keys that have changed since a count began; nil if none runs.
  var countingSince: [ChangeNote]?
  /// Whether a count has begun, and its result will not be true any more.
  var isCountStale = false
  /// Whether the last count failed. The rows are counted again when the data has changed.
  var countFailed = false
  /// How many reads in turn were short.
  var shortReads = 0

  init(number: Int, text: QueryText) { (self.number, self.text) = (number, text) }

  /// What its reader has to follow row by row; nil if it cannot.
  var watched: WatchedQuery? {
    guard let plan, plan.followedTable != nil else { return nil }
    return WatchedQuery(number: number, plan: plan)
  }

  /// Whether the number of its rows is not known as it is now.
  var isUncounted: Bool { samples == nil || areSamplesOld }

  /// Whether its rows have to be counted.
  var mustCount: Bool {
    isUncounted && countingSince == nil && !countFailed && windows.values.contains { $0.readAt != nil }
  }

  /// Whether nothing is left to do, unless a window waits for its time.
  var isSettled: Bool { plan != nil && !mustCount }

  /// Takes notes: marks the windows that may show other rows, and keeps the count. Returns whether a note concerns it.
  func apply(_ notes: [ChangeNote]) -> Bool {
    guard let plan else { return false }
    var (followed, isConcerned) = ([ChangeNote](), false)
    for note in notes {
      if !note.isUnknown, plan.followedTable != nil, let moves = note.moves[number] {
        if moves.isEmpty { continue }
        for key in moves.removed + moves.added { mark(key, plan.order) }
        followed.append(note)
      } else if note.isUnknown || plan.tables?.isDisjoint(with: note.tables) != true {
        markAll()
        (areSamplesOld, isCountStale) = (true, true)
        countFailed = false
        isConcerned = true
      }
    }
    if followed.isEmpty { return isConcerned }
    countingSince?.append(contentsOf: followed)
    keep(followed)
    return true
  }

  /// Whether a window could not be read, but perhaps can be soon.
  var needsRetry: Bool { windows.values.contains { $0.error?.mayPassByItself == true } }

  /// Reads windows again whose error may pass by itself.
  func retry() {
    for window in windows.values where window.error?.mayPassByItself == true { window.isDirty = true }
  }

  /// Forgets what the database said about the query.
  func forgetPlan() {
    (plan, samples) = (nil, nil)
    countFailed = false
    markAll()
  }

  private func markAll() { for window in windows.values { window.isDirty = true } }

  private func mark(_ key: RowKey, _ order: KeyOrder) {
    for window in windows.values {
      if !window.isDirty, window.contains(key, order) { window.isDirty = true }
      // A row before the window, in the range of its first row.
      if let offset = window.offset, let first = window.state.rows.first?.key, order.compare(key, first) < 0,
        offset.start.map({ order.compare($0, key) <= 0 }) ?? true
      {
        window.offset = nil
      }
    }
  }

  /// Counts the rows that came and went. Only the sums count, because notes may come in another order than their changes. Rows
  /// are added first, so that no range becomes negative on the way.
  private func keep(_ notes: [ChangeNote]) {
    guard var kept = samples else { return }
    var numbers: [RowKey: Int] = [:]
    for note in notes where !kept.seen.contains(note.number) {
      guard let moves = note.moves[number] else { continue }
      for key in moves.removed { numbers[key, default: 0] -= 1 }
      for key in moves.added { numbers[key, default: 0] += 1 }
    }
    samples = nil  // so that the ranges are changed in place
    let isTrue =
      numbers.allSatisfy { $1 <= 0 || kept.change($0, by: $1) }
      && numbers.allSatisfy { $1 >= 0 || kept.change($0, by: $1) }
    if isTrue { samples = kept }
  }

  /// Takes the result of a count of `plan`.
  func take(_ result: Result<Samples, any Error>, of plan: QueryPlan) {
    let missed = countingSince ?? []
    countingSince = nil
    if self.plan !== plan { return }
    guard let counted = try? result.get() else {
      // The rows are shown without their number. Whoever cannot read them gets the error there.
      countFailed = true
      return
    }
    (samples, areSamplesOld) = (counted, isCountStale)
    keep(missed)
    for window in windows.values { (window.offset, window.located) = (nil, nil) }
  }

  /// When a window must be read, located or told next; nil if its viewers know everything. One that is not followed row by
  /// row is read after `pause`.
  func time(
    for window: Window, at now: ContinuousClock.Instant, pause: Duration?
  ) -> ContinuousClock.Instant? {
    let isLocated = samples == nil || window.located == samples?.version || window.error != nil
    var first: ContinuousClock.Instant?
    for viewer in window.viewers.values {
      var time = viewer.time(for: window, at: now)
      if !isLocated {
        let own = viewer.timeForPosition(at: now)
        time = min(time ?? own, own)
      }
      if viewer.isNew, !window.isDirty, window.error == nil, isCounting(for: viewer, at: now) { time = viewer.countEnd }
      if let time { first = min(first ?? time, time) }
    }
    if let pause, let read = window.readAt, window.isDirty, plan?.followedTable == nil {
      return first.map { max($0, read + pause) }
    }
    return first
  }

  /// Whether a viewer's first event waits for the number of rows.
  func isCounting(for viewer: Viewer, at now: ContinuousClock.Instant) -> Bool {
    isUncounted && !countFailed && now < viewer.countEnd
  }
}

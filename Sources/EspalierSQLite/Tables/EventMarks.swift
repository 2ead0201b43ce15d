import EspalierServer

/// Knows which ids of events are old, by the numbers of their rows, without a time in the file.
///
/// The file outlives the process and may have several writers, so a time in it would come from a wall clock, which jumps.
/// Instead each process notes, about once a second, the number of the row that it has just committed. All rows up to it
/// are at least as old as the note. Rows from before the start of the process count as new, so a repeat finds them however long the
/// server was away.
struct EventMarks {
  private struct Mark {
    var time: Duration
    var number: Int64
    var second: Int64 { time.components.seconds }
  }

  /// At most one for each second of `PersistedEvent.lifetime`, and two more, oldest first.
  private var marks: [Mark] = []

  /// A row with this number is committed.
  mutating func note(_ number: Int64, at now: Duration) {
    let mark = Mark(time: now, number: number)
    if let last = marks.last, last.second == mark.second { marks.removeLast() }
    marks.append(mark)
  }

  /// The last number that is older than `PersistedEvent.lifetime` when a row with the number `new` is added; 0 if none is.
  mutating func old(at now: Duration, before new: Int64) -> Int64 {
    // The table was emptied, so these numbers are given again.
    while let last = marks.last, last.number >= new { marks.removeLast() }
    while marks.count > 1, isOld(marks[1], at: now) { marks.removeFirst() }
    guard let first = marks.first, isOld(first, at: now) else { return 0 }
    return first.number
  }

  private func isOld(_ mark: Mark, at now: Duration) -> Bool { now - mark.time >= PersistedEvent.lifetime }
}

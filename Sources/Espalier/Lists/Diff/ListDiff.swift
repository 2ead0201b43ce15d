/// The steps that turn one list into another, in order. Each step applies to the list that the steps before it made.
///
/// Only the identity of rows counts here; their content is compared elsewhere. The number of moves is minimal: rows
/// that keep their order (a longest increasing subsequence of old places) stay where they are.
///
/// ```swift
/// ListDiff(from: ["a", "b", "c"], to: ["c", "a", "d"]).steps
/// // remove row 1 from 1, move row 0 from 1 to 0 before row 0, insert row 2 at 2
/// ```
///
/// Cost: linear, except for moves. Where both lists are alike, each row costs one comparison; each other row costs one
/// hash.
package struct ListDiff: Sendable, Hashable {
  /// One step. `old` is an index in the old list, `row` an index in the new list. The other indices count in the list
  /// at the moment of the step. `before` is the old row that is at the target place at that moment; nil at the end.
  package enum Step: Sendable, Hashable {
    /// Removes a row.
    case remove(old: Int, at: Int)
    /// Inserts a row.
    case insert(row: Int, at: Int, before: Int?)
    /// Moves a row. `to` is its index in the list without it.
    case move(row: Int, from: Int, to: Int, before: Int?)
  }

  /// The steps: first all removals from the top down, then moves and insertions from the top down.
  package private(set) var steps: [Step] = []

  /// Compares two lists of ids. An id that occurs twice counts as two rows.
  @inlinable
  package init<ID: Hashable>(from old: [ID], to new: [ID]) {
    let places = RowMatching.places(
      of: new.count, in: old.count, isSame: { old[$0] == new[$1] }, hashOfOld: { old[$0].hashValue },
      hashOfNew: { new[$0].hashValue })
    self.init(places: places, in: old.count)
  }

  /// Takes the old place of each row of the new list; −1 for a new row.
  package init(places: [Int32], in oldCount: Int) {
    let window = Window(places, oldCount)
    if window.isEmpty { return }
    let fates = Fates(places, window)
    remove(window, fates)
    arrange(places, window, fates)
  }

  /// The part in which two lists differ. All rows before and after it are alike.
  private struct Window {
    var start = 0
    var oldEnd: Int
    var newEnd: Int
    /// The first old row after the part that differs.
    let behind: Int?

    init(_ places: [Int32], _ oldCount: Int) {
      (oldEnd, newEnd) = (oldCount, places.count)
      while start < min(oldEnd, newEnd), places[start] == start { start += 1 }
      while oldEnd > start, newEnd > start, places[newEnd - 1] == oldEnd - 1 {
        oldEnd -= 1
        newEnd -= 1
      }
      behind = oldEnd < oldCount ? oldEnd : nil
    }

    var isEmpty: Bool { start == oldEnd && start == newEnd }
  }

  /// What happens to each old row in the part that differs.
  private struct Fates {
    static let goes: Int32 = -1
    static let stays: Int32 = -2
    /// By old index minus `start`: `goes`, `stays`, or the row's number among the movers.
    var of: [Int32]
    /// The rows that move, by old index.
    var movers: [Mover] = []
    /// The old and the new index of each row that stays, in order.
    var staying: [(old: Int, new: Int)] = []

    struct Mover {
      let old: Int
      /// How many staying rows are before it in the old list.
      let staysBefore: Int
    }

    init(_ places: [Int32], _ window: Window) {
      of = [Int32](repeating: Fates.goes, count: window.oldEnd - window.start)
      var rows: [Int32] = []
      var olds: [Int32] = []
      rows.reserveCapacity(window.newEnd - window.start)
      olds.reserveCapacity(window.newEnd - window.start)
      for row in window.start..<window.newEnd where places[row] >= 0 {
        rows.append(Int32(truncatingIfNeeded: row))
        olds.append(places[row])
        of[Int(places[row]) - window.start] = 0
      }
      for position in longestIncreasingSubsequence(of: olds) {
        of[Int(olds[position]) - window.start] = Fates.stays
        staying.append((Int(olds[position]), Int(rows[position])))
      }
      if staying.count == olds.count { return }
      var stays = 0
      for index in of.indices where of[index] != Fates.goes {
        if of[index] == Fates.stays {
          stays += 1
        } else {
          of[index] = Int32(movers.count)
          movers.append(Mover(old: index + window.start, staysBefore: stays))
        }
      }
    }
  }

  private mutating func remove(_ window: Window, _ fates: Fates) {
    var index = window.start
    for old in window.start..<window.oldEnd {
      if fates.of[old - window.start] == Fates.goes {
        steps.append(.remove(old: old, at: index))
      } else {
        index += 1
      }
    }
  }

  /// Walks through the new list from the top. A mover that still waits above the current place counts in its index.
  private mutating func arrange(_ places: [Int32], _ window: Window, _ fates: Fates) {
    var waiting = OccupiedSlots([Bool](repeating: true, count: fates.movers.count))
    var waitingAbove = 0
    var staysPassed = 0
    /// The first mover after the last staying row that was passed, and the first waiting mover from there on.
    var (gap, next) = (0, 0)
    for row in window.start..<window.newEnd {
      if staysPassed < fates.staying.count, fates.staying[staysPassed].new == row {
        let old = fates.staying[staysPassed].old
        staysPassed += 1
        while gap < fates.movers.count, fates.movers[gap].old < old {
          if waiting[gap] { waitingAbove += 1 }
          gap += 1
        }
        continue
      }
      var from: Int?
      if places[row] >= 0 {
        let number = Int(fates.of[Int(places[row]) - window.start])
        let mover = fates.movers[number]
        let rowsAbove =
          number < gap ? fates.staying[mover.staysBefore].new : row + mover.staysBefore - staysPassed
        from = rowsAbove + waiting.count(before: number)
        waiting[number] = false
        if number < gap { waitingAbove -= 1 }
      }
      next = max(next, gap)
      while next < fates.movers.count, !waiting[next] { next += 1 }
      let to = row + waitingAbove
      // The moves of other rows may have brought it there already.
      if from == to { continue }
      let stay = staysPassed < fates.staying.count ? fates.staying[staysPassed].old : window.behind
      let mover = next < fates.movers.count ? fates.movers[next].old : nil
      let before = if let stay, let mover { min(stay, mover) } else { stay ?? mover }
      if let from {
        steps.append(.move(row: row, from: from, to: to, before: before))
      } else {
        steps.append(.insert(row: row, at: to, before: before))
      }
    }
  }
}

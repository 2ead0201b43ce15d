/// Finds the rows of an old list that are in a new list too.
///
/// First it walks both lists side by side and skips gaps of a few rows. It hashes only the rows that this leaves over.
@usableFromInline
enum RowMatching {
  /// `reach`: how many rows the walk looks ahead in both lists before it skips a row. `patience`: how many skips it
  /// makes without a match before it stops.
  @usableFromInline static let reach = 6
  @usableFromInline static let patience = 32

  /// Returns the old place of each new row; −1 for a row that is new. `isSame` takes an old and a new index; the same
  /// rows must have the same hash. Matches as many rows as possible, each old row at most once. `same` is a number of
  /// rows at the beginning that are known to be the same.
  @inlinable
  static func places(
    of newCount: Int, in oldCount: Int, from same: Int = 0, isSame: (Int, Int) -> Bool, hashOfOld: (Int) -> Int,
    hashOfNew: (Int) -> Int
  ) -> [Int32] {
    var places = [Int32](repeating: -1, count: newCount)
    var looseOld: [Int32] = []
    var looseNew: [Int32] = []
    var (old, new) = (same, same)
    for row in 0..<same { places[row] = Int32(truncatingIfNeeded: row) }
    var (oldEnd, newEnd) = (oldCount, newCount)
    while old < oldEnd, new < newEnd, isSame(old, new) {
      places[new] = Int32(truncatingIfNeeded: old)
      old += 1
      new += 1
    }
    while old < oldEnd, new < newEnd, isSame(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
      places[newEnd] = Int32(truncatingIfNeeded: oldEnd)
    }
    var left = patience
    while old < oldEnd, new < newEnd, left > 0 {
      if isSame(old, new) {
        places[new] = Int32(truncatingIfNeeded: old)
        old += 1
        new += 1
        left = patience
        continue
      }
      var skip = (old: 1, new: 1)
      search: for distance in 1...reach {
        for skippedNew in 0...distance {
          let (nextOld, nextNew) = (old + distance - skippedNew, new + skippedNew)
          if nextOld < oldEnd, nextNew < newEnd, isSame(nextOld, nextNew) {
            skip = (distance - skippedNew, skippedNew)
            break search
          }
        }
      }
      for _ in 0..<skip.old {
        looseOld.append(Int32(truncatingIfNeeded: old))
        old += 1
      }
      for _ in 0..<skip.new {
        looseNew.append(Int32(truncatingIfNeeded: new))
        new += 1
      }
      left -= 1
    }
    while old < oldEnd {
      looseOld.append(Int32(truncatingIfNeeded: old))
      old += 1
    }
    while new < newEnd {
      looseNew.append(Int32(truncatingIfNeeded: new))
      new += 1
    }
    if !looseOld.isEmpty, !looseNew.isEmpty {
      match(looseOld, looseNew, &places, isSame, hashOfOld, hashOfNew)
    }
    return places
  }

  /// Matches the remaining rows by a hash table: each bucket is a chain of old rows in order, and a match leaves its
  /// chain.
  @inlinable
  static func match(
    _ olds: [Int32], _ news: [Int32], _ places: inout [Int32], _ isSame: (Int, Int) -> Bool,
    _ hashOfOld: (Int) -> Int, _ hashOfNew: (Int) -> Int
  ) {
    let mask = (1 << (Int.bitWidth - olds.count.leadingZeroBitCount)) - 1
    var first = [Int32](repeating: -1, count: mask + 1)
    var next = [Int32](repeating: -1, count: olds.count)
    for index in olds.indices.reversed() {
      let bucket = hashOfOld(Int(olds[index])) & mask
      next[index] = first[bucket]
      first[bucket] = Int32(truncatingIfNeeded: index)
    }
    for new in news {
      let bucket = hashOfNew(Int(new)) & mask
      var (last, index) = (-1, Int(first[bucket]))
      while index >= 0, !isSame(Int(olds[index]), Int(new)) { (last, index) = (index, Int(next[index])) }
      if index < 0 { continue }
      places[Int(new)] = olds[index]
      if last < 0 { first[bucket] = next[index] } else { next[last] = next[index] }
    }
  }
}

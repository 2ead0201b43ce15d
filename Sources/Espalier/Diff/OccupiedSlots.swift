/// Slots on a line, occupied or free, that can be counted and found by number in logarithmic time (a Fenwick tree).
struct OccupiedSlots {
  private var sums: [Int]
  private var bits: [Bool]

  init(_ bits: [Bool]) {
    self.bits = bits
    sums = [0] + bits.map { $0 ? 1 : 0 }
    for index in 1..<sums.count {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  subscript(slot: Int) -> Bool {
    get { bits[slot] }
    set {
      guard bits[slot] != newValue else { return }
      bits[slot] = newValue
      var index = slot + 1
      while index < sums.count {
        sums[index] += newValue ? 1 : -1
        index += index & -index
      }
    }
  }

  /// How many slots before this one are occupied.
  func count(before slot: Int) -> Int {
    var (index, count) = (slot, 0)
    while index > 0 {
      count += sums[index]
      index -= index & -index
    }
    return count
  }

  /// The occupied slot with this number, from 0; nil past the last.
  func slot(number: Int) -> Int? {
    var (index, left) = (0, number)
    var step = 1 << (Int.bitWidth - sums.count.leadingZeroBitCount)
    while step > 0 {
      let next = index + step
      if next < sums.count && sums[next] <= left {
        index = next
        left -= sums[next]
      }
      step >>= 1
    }
    return index < bits.count ? index : nil
  }
}

/// A line of slots, each occupied or free. Counts the occupied slots before a slot in logarithmic time (a Fenwick
/// tree).
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
}

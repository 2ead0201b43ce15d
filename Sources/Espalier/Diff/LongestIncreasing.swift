/// The positions in `numbers` of a longest strictly increasing subsequence, in order. Cost n log n.
///
/// The rows at these positions stay where they are; only the others move, so moves are minimal.
func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  /// For each length, the position of the smallest last number of an increasing run of that length.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    previous[position] = low > 0 ? ends[low - 1] : -1
    if low == ends.count { ends.append(position) } else { ends[low] = position }
  }
  var result: [Int] = []
  var position = ends.last ?? -1
  while position >= 0 {
    result.append(position)
    position = previous[position]
  }
  return result.reversed()
}

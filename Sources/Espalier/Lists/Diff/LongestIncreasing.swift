/// Returns the positions of a longest increasing subsequence of distinct numbers: the rows that can stay while others
/// move.
///
/// Cost: O(n log n), and only one comparison for a number that directly extends the last run.
func longestIncreasingSubsequence(of numbers: [Int32]) -> [Int] {
  /// For each length, the position of the smallest last number of an increasing run of that length.
  var ends: [Int32] = []
  var previous = [Int32](repeating: -1, count: numbers.count)
  /// The place of the last number. The next number most often goes directly after it.
  var last = -1
  for (position, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    if last >= 0, number > numbers[Int(ends[last])] {
      low = last + 1
      if low == high || number < numbers[Int(ends[low])] { high = low }
    }
    while low < high {
      let middle = (low + high) / 2
      if numbers[Int(ends[middle])] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = ends[low - 1] }
    let end = Int32(truncatingIfNeeded: position)
    if low == ends.count { ends.append(end) } else { ends[low] = end }
    last = low
  }
  var result = [Int](repeating: 0, count: ends.count)
  var position = ends.last ?? -1
  for index in result.indices.reversed() {
    result[index] = Int(position)
    position = previous[Int(position)]
  }
  return result
}

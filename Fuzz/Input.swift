/// The bytes that the fuzzer chose.
func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  // Safe: the fuzzer's buffer lives for the call, and is copied.
  unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// A law that no input may break.
func require(_ holds: Bool, _ law: @autoclosure () -> String) {
  if !holds { fatalError(law()) }
}

extension [UInt8] {
  /// The parts between separators, the last one with whatever separators it holds.
  func parts(separatedBy separator: String, atMost count: Int) -> [[UInt8]] {
    let mark = Array(separator.utf8)
    var (parts, start, index): ([[UInt8]], Int, Int) = ([], 0, 0)
    while index + mark.count <= self.count, parts.count < count - 1 {
      if self[index...].starts(with: mark) {
        parts.append(Array(self[start..<index]))
        start = index + mark.count
        index = start
      } else {
        index += 1
      }
    }
    return parts + [Array(self[start...])]
  }
}

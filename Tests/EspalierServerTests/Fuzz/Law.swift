/// A law that an input has broken.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String
}

/// Throws if a law does not hold.
func require(_ holds: Bool, _ law: @autoclosure () -> String) throws(BrokenLaw) {
  if !holds { throw BrokenLaw(description: law()) }
}

extension [UInt8] {
  /// The parts between separators. The last part keeps the separators that it holds.
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

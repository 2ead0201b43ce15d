/// The bytes that a request wants of a file (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
  /// All: no part, several parts, or something that is not a range of bytes.
  case whole
  /// One part.
  case part(Range<Int>)
  /// A part outside of the file: 416.
  case outside

  /// Reads `bytes=0-499`, `bytes=500-` or `bytes=-500`, for a file of `count` bytes.
  init(parsing text: String, of count: Int) {
    self = .whole
    guard let (unit, set) = text.pair(), unit.equalsIgnoringCase("bytes") else { return }
    let parts = set.listElements()
    // A server may answer several parts with the whole, and a malformed part, too (14.2).
    guard parts.count == 1, let (first, last) = parts[0].pair(separatedBy: "-") else { return }
    if first.isEmpty {
      guard let length = Self.number(last) else { return }
      if length == 0 {
        self = .outside
      } else if count > 0 {
        // A file without bytes has no part that a reply could name.
        self = .part(max(0, count - length)..<count)
      }
    } else if let start = Self.number(first) {
      guard last.isEmpty || Self.number(last).map({ $0 >= start }) == true else { return }
      self = start < count ? .part(start..<min(count - 1, Self.number(last) ?? .max) + 1) : .outside
    }
  }

  /// A number of any length; one that is too large is the largest.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text) ?? .max
  }
}

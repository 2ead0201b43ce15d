extension [UInt8] {
  /// The first position of some bytes, not before `start`; nil if they do not occur. Quick if their first byte is rare.
  package func firstPosition(of wanted: [UInt8], from start: Int = 0) -> Int? {
    guard let first = wanted.first else { return start }
    var next = start
    while let found = self[next...].firstIndex(of: first) {
      if self[found...].starts(with: wanted) { return found }
      next = found + 1
    }
    return nil
  }
}

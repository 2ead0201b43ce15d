/// Lines that wait to be written, up to `room` bytes, and a count of the lines that did not fit.
struct LineQueue {
  /// The maximum number of bytes that may wait.
  let room: Int
  private(set) var waiting: [UInt8] = []
  /// Lines that were dropped since the last call of `take`.
  private(set) var lost = 0

  init(room: Int) { self.room = room }

  var isEmpty: Bool { waiting.isEmpty && lost == 0 }

  /// Adds whole lines. Returns how many of them were dropped: all or none.
  package mutating func add(_ lines: [UInt8]) -> Int {
    guard waiting.count + lines.count > room else {
      waiting += lines
      return 0
    }
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    lost += count
    return count
  }

  /// Takes all waiting lines, and the number of lines that were dropped after them.
  package mutating func take() -> (lines: [UInt8], lost: Int) {
    defer { (waiting, lost) = ([], 0) }
    return (waiting, lost)
  }
}

import EspalierHTTP

/// Decides what to send to a viewer. While its stream has room, it gets each version. When the stream is full, it gets
/// nothing until the reader has taken everything that waits, and then everything it missed.
struct Backpressure: Equatable {
  /// The last version that was queued.
  private(set) var number: Int
  /// Whether versions were left out since then.
  private(set) var isBehind = false

  /// A viewer that has everything up to a version.
  init(at number: Int) { self.number = number }

  /// Records the result of sending a version. Returns whether the viewer has fallen behind because of it.
  mutating func sent(_ number: Int, _ sent: EventStream.Sent) -> Bool {
    switch sent {
    case .queued: self.number = number
    case .full: isBehind = true
    case .closed: break
    }
    return sent == .full
  }

  /// The reader has taken everything. Returns the version to continue from; nil if nothing was left out.
  mutating func drained() -> Int? {
    guard isBehind else { return nil }
    isBehind = false
    return number
  }
}

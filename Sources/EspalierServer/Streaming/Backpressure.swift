import EspalierHTTP

/// Decides what a viewer is sent: each version while its stream has room; once it had none, nothing until the reader has taken what
/// waits; then all that was missed.
struct Backpressure: Equatable {
  /// The last version that was queued.
  private(set) var number: Int
  /// Whether versions were left out since.
  private(set) var isBehind = false

  /// A viewer that has everything up to a version.
  init(at number: Int) { self.number = number }

  /// Notes how a stream took a version. Returns whether the viewer has fallen behind by it.
  mutating func sent(_ number: Int, _ sent: EventStream.Sent) -> Bool {
    switch sent {
    case .queued: self.number = number
    case .full: isBehind = true
    case .closed: break
    }
    return sent == .full
  }

  /// The reader has taken all. Returns the version to go on from; nil where nothing was left out.
  mutating func drained() -> Int? {
    guard isBehind else { return nil }
    isBehind = false
    return number
  }
}

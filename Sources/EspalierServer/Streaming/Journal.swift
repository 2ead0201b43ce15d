import EspalierHTTP

/// The last versions of an instance, for those who come back: bounded in number and in bytes. The newest is always there.
struct Journal {
  private var patches: [Patch] = []
  private let capacity: Int
  private let room: Int
  /// What the patches take, with the encodings that were asked for.
  private(set) var bytes = 0

  init(capacity: Int, room: Int) {
    self.capacity = max(1, capacity)
    self.room = room
  }

  /// Takes up the next version. Returns whether others had to go for the room they took.
  mutating func append(_ patch: Patch) -> Bool {
    patches.append(patch)
    bytes += patch.size
    if patches.count > capacity { forgetOldest() }
    return shrink()
  }

  /// A patch takes so much more room now. Returns whether others had to go for that.
  mutating func grew(_ patch: Patch, by count: Int) -> Bool {
    // One that has gone belongs to those who still read it.
    guard let last = patches.last, last.version.number - patch.version.number < patches.count else { return false }
    bytes += count
    return shrink()
  }

  /// What came after a version, in order; nil where the ring no longer reaches back so far.
  func patches(since number: Int, current: Int) -> [Patch]? {
    let missing = current - number
    guard missing >= 0, missing <= patches.count else { return nil }
    return Array(patches.suffix(missing))
  }

  private mutating func shrink() -> Bool {
    let before = patches.count
    while bytes > room && patches.count > 1 { forgetOldest() }
    return patches.count < before
  }

  private mutating func forgetOldest() { bytes -= patches.removeFirst().size }
}

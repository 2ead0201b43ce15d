import EspalierHTTP

/// The last versions of an instance, for clients that come back. Their number and their bytes are limited.
struct Journal {
  private var patches: [Patch] = []
  private let capacity: Int
  private let room: Int
  /// The bytes of the patches, with the encodings that were requested.
  private(set) var bytes = 0

  init(capacity: Int, room: Int) {
    self.capacity = max(1, capacity)
    self.room = room
  }

  /// Adds the next version. Returns whether it removed others because of their bytes.
  mutating func append(_ patch: Patch) -> Bool {
    patches.append(patch)
    bytes += patch.size
    if patches.count > capacity { forgetOldest() }
    return shrink()
  }

  /// Forgets all versions, because the next one is not kept.
  mutating func forgetAll() { (patches, bytes) = ([], 0) }

  /// A patch takes `count` more bytes now. Returns whether others were removed because of that.
  mutating func grew(_ patch: Patch, by count: Int) -> Bool {
    // A removed patch belongs only to those who still read it.
    guard let last = patches.last, last.version.number - patch.version.number < patches.count else { return false }
    bytes += count
    return shrink()
  }

  /// The patches after a version, in order; nil if the journal no longer reaches back so far.
  func patches(since number: Int, current: Int) -> [Patch]? {
    let missing = current - number
    guard missing >= 0, missing <= patches.count else { return nil }
    return Array(patches.suffix(missing))
  }

  private mutating func shrink() -> Bool {
    let before = patches.count
    while bytes > room && !patches.isEmpty { forgetOldest() }
    return patches.count < before
  }

  private mutating func forgetOldest() { bytes -= patches.removeFirst().size }
}

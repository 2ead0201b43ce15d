/// The last versions of an instance, for those who come back: a bounded ring.
struct Journal {
  private var patches: [Patch] = []
  private var first = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = max(1, capacity) }

  mutating func append(_ patch: Patch) {
    if patches.count < capacity {
      patches.append(patch)
    } else {
      patches[first] = patch
      first = (first + 1) % capacity
    }
  }

  /// What came after a version, in order; nil where the ring no longer reaches back so far.
  func patches(since number: Int, current: Int) -> [Patch]? {
    let missing = current - number
    guard missing >= 0, missing <= patches.count else { return nil }
    return (patches.count - missing..<patches.count).map { patches[(first + $0) % patches.count] }
  }
}

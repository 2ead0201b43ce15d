import EspalierHTTP

/// The owners whose instances are being made, and how often one of theirs was let go meanwhile: then what was read of the store for the
/// new one may be out of date.
struct InstanceMakings {
  private struct Making {
    var makers = 0
    var removals = 0
  }

  private var makings: [PersistedInstance.Owner: Making] = [:]

  /// Begins to make an instance. Returns the number to compare with at the end.
  mutating func begin(_ owner: PersistedInstance.Owner) -> Int {
    makings[owner, default: Making()].makers += 1
    return removals(of: owner)
  }

  /// An instance of the owner was let go.
  mutating func removed(_ owner: PersistedInstance.Owner) { makings[owner]?.removals += 1 }

  func removals(of owner: PersistedInstance.Owner) -> Int { makings[owner]?.removals ?? 0 }

  /// Nobody remembers an owner whose instances are all made.
  mutating func end(_ owner: PersistedInstance.Owner) {
    makings[owner]?.makers -= 1
    if makings[owner]?.makers == 0 { makings[owner] = nil }
  }
}

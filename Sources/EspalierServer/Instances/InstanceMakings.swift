import EspalierHTTP

/// The owners whose instances are being made, and how often an instance of theirs was removed meanwhile. After a
/// removal, the state that the new instance has read from the store may be out of date.
struct InstanceMakings {
  private struct Making {
    var makers = 0
    var removals = 0
  }

  private var makings: [PersistedInstance.Owner: Making] = [:]

  /// Begins to make an instance. Returns the number of removals, to compare it at the end.
  mutating func begin(_ owner: PersistedInstance.Owner) -> Int {
    makings[owner, default: Making()].makers += 1
    return removals(of: owner)
  }

  /// An instance of the owner was removed.
  mutating func removed(_ owner: PersistedInstance.Owner) { makings[owner]?.removals += 1 }

  func removals(of owner: PersistedInstance.Owner) -> Int { makings[owner]?.removals ?? 0 }

  /// Ends making an instance. Forgets an owner when none of its instances is being made.
  mutating func end(_ owner: PersistedInstance.Owner) {
    makings[owner]?.makers -= 1
    if makings[owner]?.makers == 0 { makings[owner] = nil }
  }
}

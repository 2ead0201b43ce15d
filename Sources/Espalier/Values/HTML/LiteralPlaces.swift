import Synchronization

/// The places that have made markup so far. Each entry is written once, so that all threads read it without a lock.
enum LiteralPlaces {
  /// A program may have more places; the bytes of the others are read each time.
  private static let most = 1024
  /// How many entries are tried for one place.
  private static let reach = 8
  private static let entries = InlineArray<1024, AtomicLazyReference<LiteralPlace>> { _ in AtomicLazyReference() }

  enum Finding {
    case known(LiteralPlace)
    /// The place is new, and there is room for it.
    case new
    case noRoom
  }

  /// Looks for the place whose literal has these sizes and begins with the piece at this address.
  static func find(_ address: UInt, _ sizes: LiteralPlace.Sizes) -> Finding {
    let first = start(address, sizes)
    for offset in 0..<reach {
      guard let place = entries[(first + offset) % most].load() else { return .new }
      if place.begins(at: address, sizes) { return .known(place) }
    }
    return .noRoom
  }

  /// Adds a place with at least one piece, and returns it; nil if there is no room for it any more.
  static func add(_ sizes: LiteralPlace.Sizes, _ pieces: [LiteralPlace.Piece], values: Int) -> LiteralPlace? {
    let first = start(pieces[0].address, sizes)
    for offset in 0..<reach {
      let index = (first + offset) % most
      let place = LiteralPlace(sizes, pieces, values: values, number: index + 1)
      // Another thread may have written this entry since: the same place, or another one.
      let stored = entries[index].storeIfNil(place)
      if stored.isSame(as: place) { return stored }
    }
    return nil
  }

  private static func start(_ address: UInt, _ sizes: LiteralPlace.Sizes) -> Int {
    let mixed = (address ^ UInt(sizes.bytes) << 40 ^ UInt(sizes.slots) << 56) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 54)
  }
}

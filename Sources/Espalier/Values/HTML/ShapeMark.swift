/// Identifies the static part of the markup of one content type.
///
/// Markup from a known place in the program is identified by that place, and needs no look at its bytes. Two marks of other
/// markup are equal if the types, the static pieces, the kinds of slots and the names of flags are equal. The pieces are
/// compared by a 64-bit hash: two different ones are taken as equal with a probability of 1 in 2^64.
struct ShapeMark: Hashable {
  private let type: ObjectIdentifier
  private let fingerprint: UInt64

  init(_ type: Any.Type, _ html: HTML) {
    self.type = ObjectIdentifier(type)
    if html.place.number > 0 {
      fingerprint = UInt64(html.place.number)
      return
    }
    var fingerprint = Fingerprint()
    var position = 0
    for slot in html.slots {
      fingerprint.mix(html.bytes, position..<Int(slot.start))
      fingerprint.mix(UInt64(slot.kind.rawValue))
      position = Int(slot.end)
    }
    fingerprint.mix(html.bytes, position..<html.bytes.count)
    for flag in html.flags { fingerprint.mix(Array(flag.utf8), 0..<flag.utf8.count) }
    self.fingerprint = fingerprint.value
  }
}

/// The shapes that were seen last. Remembers at least `capacity` and at most twice as many, and forgets the least
/// recently seen ones.
struct RecentShapes {
  private let capacity: Int
  private var recent: Set<ShapeMark> = []
  private var older: Set<ShapeMark> = []
  /// Rows of one type often come together.
  private var last: ShapeMark?

  init(capacity: Int = 256) { self.capacity = capacity }

  /// Whether the shape is remembered.
  func contains(_ shape: ShapeMark) -> Bool { shape == last || recent.contains(shape) || older.contains(shape) }

  /// Remembers a shape. Returns whether it is new.
  mutating func insert(_ shape: ShapeMark) -> Bool {
    if shape == last { return false }
    last = shape
    if recent.contains(shape) { return false }
    let isKnown = older.contains(shape)
    if recent.count == capacity { (older, recent) = (recent, []) }
    recent.insert(shape)
    return !isKnown
  }
}

/// A hash of bytes, eight at a time: each step multiplies to 128 bits and combines both halves.
private struct Fingerprint {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func mix(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = product.high ^ product.low &+ 0xA076_1D64_78BD_642F
  }

  /// Mixes in the length too, so that moving bytes from one piece to the next changes the hash.
  mutating func mix(_ bytes: [UInt8], _ range: Range<Int>) {
    let count = UInt64(range.count)
    guard range.count >= 8 else {
      var rest = count
      for index in range { rest = rest << 8 | UInt64(bytes[index]) }
      return mix(rest)
    }
    unsafe bytes.withUnsafeBytes { raw in
      // Safe: every bit pattern is a valid integer, and the range lies within the array.
      func word(at position: Int) -> UInt64 { unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
      for position in stride(from: range.lowerBound, to: range.upperBound - 8, by: 8) { mix(word(at: position)) }
      // The last eight bytes overlap those before them.
      mix(word(at: range.upperBound - 8) ^ count)
    }
  }
}

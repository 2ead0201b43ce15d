/// The names of one object so far, compared by code units. Each insertion takes constant time.
struct DistinctNames {
  /// Up to this many names are compared one by one, which is faster and allocates nothing.
  private static let few = 8
  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  /// Returns whether the name is new.
  mutating func insert(_ name: String) -> Bool {
    if few.count < Self.few {
      guard !few.contains(where: { $0.isSameCode(as: name) }) else { return false }
      few.append(name)
      return true
    }
    if many.isEmpty { many = Set(few.map { Array($0.utf8) }) }
    return many.insert(Array(name.utf8)).inserted
  }
}

/// The position of each member of a large object, so that each look-up takes constant time.
struct MemberIndex {
  /// Smaller objects are searched directly.
  private static let fewest = 16
  private let places: [String: Int]
  private let members: [JSONObject.Member]

  /// Nil for a small object, and for one with names that are equal as Swift strings but have different code units.
  init?(of object: JSONObject) {
    guard object.members.count >= Self.fewest else { return nil }
    members = object.members
    places = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
    if places.count < members.count { return nil }
  }

  subscript(name: String) -> JSON? {
    guard let place = places[name], members[place].name.isSameCode(as: name) else { return nil }
    return members[place].value
  }
}

extension JSONObject {
  /// A name that two members have.
  var repeatedName: String? {
    var names = DistinctNames()
    return members.first { !names.insert($0.name) }?.name
  }
}

extension String {
  /// Whether two names have the same code units (RFC 8259 section 8.3). Swift's own equality treats composed and
  /// decomposed letters as equal.
  func isSameCode(as other: String) -> Bool {
    // Swift's equality runs first, because it compares whole words of memory: a hostile object may have a thousand long
    // names with the same beginning.
    utf8.count == other.utf8.count && self == other && (utf8Span.isKnownASCII || utf8.elementsEqual(other.utf8))
  }
}

/// The tree in the picture.
struct Garden: Hashable, Codable, Sendable {
  enum Kind: String, Codable, CaseIterable { case pear, apple, quince }

  var kind = Kind.pear
  var fruit = 4
  var isSummer = true

  /// Limits a number of fruit to 0...8.
  static func bearable(_ number: Int) -> Int { min(8, max(0, number)) }

  /// The text alternative of the picture.
  var description: String {
    let crop = fruit == 0 ? "without fruit" : "with \(fruit) \(kind)\(fruit == 1 ? "" : "s")"
    return "An espalier \(isSummer ? "in leaf" : "in winter"), \(crop)"
  }
}

/// The tree in the picture.
struct Garden: Hashable, Codable, Sendable {
  enum Kind: String, Codable, CaseIterable { case pear, apple, quince }

  var kind = Kind.pear
  var fruit = 4
  var isSummer = true

  /// The number that is left of a wish: there is room for eight.
  static func bearable(_ number: Int) -> Int { min(8, max(0, number)) }

  /// The picture in words.
  var description: String {
    let crop = fruit == 0 ? "without fruit" : "with \(fruit) \(kind)\(fruit == 1 ? "" : "s")"
    return "An espalier \(isSummer ? "in leaf" : "in winter"), \(crop)"
  }
}

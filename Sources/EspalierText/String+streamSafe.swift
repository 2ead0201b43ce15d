/// What texts from outside must be, so that working with them costs what it should.
extension String {
  /// The most combining marks that may follow one another (Unicode Standard Annex 15, section 13).
  package static let mostMarksInARow = 30

  /// Whether the text is in the Stream-Safe Text Format. Swift puts each run of combining marks in order before it compares
  /// or hashes a text, and that costs the square of the run's length: a second for 40 KB of them.
  package var isStreamSafe: Bool {
    // In UTF-8 the first of them, U+0300, begins with the byte CC.
    guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isStarter ? 0 : marks + scalar.marksWithin
      if marks > Self.mostMarksInARow { return false }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether nothing in the scalar's canonical decomposition is put in order with what stands before it.
  fileprivate var isStarter: Bool {
    switch value {
    // Most texts of the world, told without looking them up: up to Latin and Greek, and the ideographs and syllables of East Asia.
    case ..<0x300, 0x370..<0x483, 0x3400..<0xA66F, 0xAC00..<0xD800: true
    case 0xF73, 0xF75, 0xF81: false
    default: properties.canonicalCombiningClass == .notReordered
    }
  }

  /// Of how many marks a mark consists.
  fileprivate var marksWithin: Int { [0x344, 0xF73, 0xF75, 0xF81].contains(value) ? 2 : 1 }
}

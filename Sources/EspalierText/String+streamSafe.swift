/// A check of text from outside, which could otherwise be very slow to compare.
extension String {
  /// The most combining marks that may follow one another (Unicode Standard Annex 15, section 13).
  package static let mostMarksInARow = 30

  /// Whether the text is in the Stream-Safe Text Format. Swift sorts each run of combining marks before it compares or
  /// hashes a text. The cost is the square of the run's length: a second for 40 KB of marks.
  package var isStreamSafe: Bool {
    // In UTF-8 the first combining mark, U+0300, begins with the byte CC.
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
  /// Whether no part of the scalar's canonical decomposition is reordered with the scalars before it.
  fileprivate var isStarter: Bool {
    switch value {
    // A fast path for most text: up to Latin, Greek and Cyrillic, and the ideographs and syllables of East Asia.
    case ..<0x300, 0x370..<0x483, 0x3400..<0xA66F, 0xAC00..<0xD800: true
    case 0xF73, 0xF75, 0xF81: false
    default: properties.canonicalCombiningClass == .notReordered
    }
  }

  /// The number of marks that a mark consists of.
  fileprivate var marksWithin: Int { [0x344, 0xF73, 0xF75, 0xF81].contains(value) ? 2 : 1 }
}

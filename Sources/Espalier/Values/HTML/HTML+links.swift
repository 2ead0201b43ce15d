extension HTML {
  /// A text whose links can be pressed: those that begin with `http://`, `https://` or `mailto:`. Everything else stays
  /// text, and all of it is escaped.
  ///
  /// ```swift
  /// var html: HTML { "<p>\(HTML(linking: text))</p>" }
  /// ```
  ///
  /// A link ends before white space, quotation marks, angle brackets, and characters that are not shown or that change
  /// the direction of a text. Punctuation after a link does not belong to it. A link with a name before its host, as in
  /// `https://bank.example@other.example`, stays text, because people take the name for the host. A link has at
  /// most 2,048 characters after its scheme. Cost: linear.
  public init(linking text: String) {
    var pieces: [HTML] = []
    var plain = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      guard let end = text.endOfLink(at: index) else {
        index = text.unicodeScalars.index(after: index)
        continue
      }
      let link = String(text[index..<end])
      pieces.append(
        "\(String(text[plain..<index]))<a href=\"\(link)\" rel=\"noopener noreferrer nofollow ugc\">\(link)</a>")
      plain = end
      index = end
    }
    self = "\(pieces)\(String(text[plain...]))"
  }
}

extension String {
  private static let schemes = ["https://", "http://", "mailto:"]
  /// In characters. Longer ones stay text.
  private static let longestLink = 2048

  /// The end of the link that begins at an index; nil if none does.
  fileprivate func endOfLink(at start: Index) -> Index? {
    let scalars = unicodeScalars
    guard "hHmM".unicodeScalars.contains(scalars[start]) else { return nil }
    if start > startIndex, scalars[scalars.index(before: start)].properties.isAlphabetic { return nil }
    guard let scheme = Self.schemes.first(where: scalars[start...].begins) else { return nil }
    let body = scalars.index(start, offsetBy: scheme.unicodeScalars.count)
    let rest = scalars[body...].prefix(Self.longestLink)
    var end = rest.firstIndex { !$0.isPartOfLink } ?? rest.endIndex
    if end == rest.endIndex, end < endIndex { return nil }
    while end > body, scalars[scalars.index(before: end)].endsSentence(scalars[body..<end]) {
      end = scalars.index(before: end)
    }
    let host = scalars[body..<end].prefix { !"/?#".unicodeScalars.contains($0) }
    guard let first = host.first, first.properties.isAlphabetic || ("0"..."9").contains(first) || first == "[" else {
      return nil
    }
    if scheme == "mailto:" { return host.contains("@") && host.last != "@" ? end : nil }
    return host.contains("@") ? nil : end
  }
}

extension Substring.UnicodeScalarView {
  /// Whether a scheme begins here, in capitals or not.
  fileprivate func begins(with scheme: String) -> Bool {
    let start = prefix(scheme.utf8.count)
    return start.count == scheme.utf8.count
      && zip(start, scheme.unicodeScalars).allSatisfy { $0 == $1 || $0.isASCII && $0.value | 0x20 == $1.value }
  }
}

extension Unicode.Scalar {
  /// Whether the character may be inside of a link.
  fileprivate var isPartOfLink: Bool {
    if isASCII { return value > 0x20 && value != 0x7F && !"<>\"`{}|\\^".unicodeScalars.contains(self) }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  /// Whether the character, at the end of a link, belongs to the sentence around it. A closing bracket belongs to the
  /// link only if the link has the opening one.
  fileprivate func endsSentence(_ link: Substring.UnicodeScalarView) -> Bool {
    switch self {
    case ".", ",", ";", ":", "!", "?", "'", "*", "_", "~": true
    case ")": link.count { $0 == ")" } > link.count { $0 == "(" }
    case "]": link.count { $0 == "]" } > link.count { $0 == "[" }
    default: false
    }
  }
}

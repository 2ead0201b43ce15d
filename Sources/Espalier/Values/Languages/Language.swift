/// A language of a site: its tag, the side on which its lines begin, and the library's texts in it.
///
/// ```swift
/// var words = Words.english                              // a language without a text shows the English one
/// words[.loadMore] = "Charger la suite"
/// let french = Language("fr", words: words)
/// let site = Site(languages: [.english, .german, french]) { … }
/// ```
public struct Language: Hashable, Sendable {
  /// The side on which lines begin.
  package enum Direction: String, Hashable, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// The language tag (RFC 5646), for example `de` or `pt-BR`: the `lang` of a page.
  public let tag: String
  /// The `dir` of a page.
  package let direction: Direction
  /// The library's texts.
  public let words: Words

  /// A language. Its lines begin on the right if the script in the tag or, without one, the usual script of the language does:
  /// `ar`, `fa`, `he`, `ur`, `ku-Arab` and others.
  public init(_ tag: String, words: Words) {
    self.tag = tag
    self.words = words
    direction = Direction(of: tag)
  }

  /// English, `en`.
  public static let english = Language("en", words: .english)
  /// German, `de`.
  public static let german = Language("de", words: .german)
}

extension Language.Direction {
  /// The direction of the script that a tag names, otherwise of the usual script of its language.
  init(of tag: String) {
    let parts = tag.lowercased().split(separator: "-")
    let script = parts.dropFirst().first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isASCIILetter) }
    let isRight = script.map { Self.scripts.contains($0) } ?? parts.first.map { Self.languages.contains($0) } ?? false
    self = isRight ? .rightToLeft : .leftToRight
  }

  private static let scripts: Set<Substring> = [
    "adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa",
  ]
  private static let languages: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
}

extension Language {
  /// What is wrong with the language; nil if nothing is.
  package var complaint: String? {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
    if !isTag { return "\"\(tag)\" is not a language tag; write one such as en, de or pt-BR" }
    return words.complaint.map { "the words of \(tag): \($0)" }
  }
}

/// The languages that a client accepts, used to choose one of several (RFC 9110, 12.5.4).
package struct AcceptLanguage: Sendable, Equatable {
  /// One language range with its weight.
  struct Range: Sendable, Equatable {
    /// The subtags in lower case; `*` for any language.
    let subtags: [String]
    /// In thousandths, from 1 to 1000.
    let weight: Int
  }

  /// The acceptable ranges, those with the highest weight first.
  let ranges: [Range]
  /// The ranges that the client refuses.
  private let refused: [[String]]

  /// Parses the header. Ignores a malformed range.
  package init(_ header: String?) {
    let all = (header ?? "").listElements().prefix(Self.most).compactMap(Self.range)
    let ordered = all.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
    ranges = ordered.map(\.element).filter { $0.weight > 0 }
    refused = all.filter { $0.weight == 0 }.map(\.subtags)
  }

  /// The range of one language tag.
  package init(tag: String) {
    (ranges, refused) = ([Range(subtags: Self.subtags(tag), weight: 1000)], [])
  }

  /// Browsers send a few. More cost time and choose nothing else.
  private static let most = 32

  /// The index of the tag that suits best; nil if none does.
  ///
  /// For each range, tries the tag itself, then the range without its last subtags (the lookup of RFC 4647, 3.4): `de-AT`
  /// finds `de`. If nothing is found, a longer tag suits too: `pt` finds `pt-BR`. The range `*` finds the first tag that
  /// the client does not refuse.
  package func best(of tags: [String]) -> Int? {
    let offers = tags.map(Self.subtags)
    for range in ranges {
      if range.subtags == ["*"] {
        if let index = offers.firstIndex(where: { !isRefused($0) }) { return index }
      } else if let index = Self.lookup(range.subtags, in: offers) ?? extended(range.subtags, in: offers) {
        return index
      }
    }
    return nil
  }

  private func isRefused(_ offer: [String]) -> Bool { refused.contains { offer.starts(with: $0) } }

  private func extended(_ range: [String], in offers: [[String]]) -> Int? {
    offers.firstIndex { $0.starts(with: range) && !isRefused($0) }
  }

  private static func lookup(_ range: [String], in offers: [[String]]) -> Int? {
    var range = range
    while !range.isEmpty {
      if let index = offers.firstIndex(of: range) { return index }
      range.removeLast()
      // A subtag of one letter introduces the next one, so it goes with it.
      if range.last?.utf8.count == 1 { range.removeLast() }
    }
    return nil
  }

  private static func range(_ text: Substring) -> Range? {
    let parts = String(text).listElements(separator: ";")
    guard let tag = parts.first, parts.count <= 2 else { return nil }
    var weight = 1000
    if parts.count == 2 {
      let pair = parts[1].split(separator: "=", omittingEmptySubsequences: false).map(\.trimmed)
      guard pair.count == 2, pair[0] == "q" || pair[0] == "Q", let parsed = Accept.thousandths(String(pair[1])) else {
        return nil
      }
      weight = parsed
    }
    let subtags = subtags(String(tag))
    guard subtags == ["*"] || subtags.allSatisfy({ (1...8).contains($0.utf8.count) && !$0.contains("*") }) else {
      return nil
    }
    return Range(subtags: subtags, weight: weight)
  }

  private static func subtags(_ tag: String) -> [String] {
    tag.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
  }
}

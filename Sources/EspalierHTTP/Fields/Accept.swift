/// The media types that a client accepts, used to choose one of several offers (RFC 9110, 12.5.1).
package struct Accept: Sendable, Equatable {
  /// One media range with its weight.
  struct Range: Sendable, Equatable {
    let type: String
    let subtype: String
    let parameters: [MediaType.Parameter]
    /// In thousandths, from 0 to 1000.
    let weight: Int

    /// A higher number is more specific: `*/*` 0, `text/*` 1, `text/html` 2, and one more for each parameter.
    var specificity: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 + parameters.count }

    func covers(_ offer: MediaType) -> Bool {
      if type == "*" { return true }
      guard type == offer.type else { return false }
      if subtype == "*" { return true }
      return subtype == offer.subtype && parameters.allSatisfy { offer.parameters.contains($0) }
    }
  }

  let ranges: [Range]

  /// Parses the header. Nil, an empty or a wholly malformed header means "anything". Ignores a malformed range.
  package init(_ header: String?) {
    let parsed = (header ?? "").listElements().compactMap(Self.range)
    ranges = parsed.isEmpty ? [Range(type: "*", subtype: "*", parameters: [], weight: 1000)] : parsed
  }

  /// The offer with the highest weight, the earlier one on a tie; nil if the client refuses all.
  package func best(of offers: [MediaType]) -> MediaType? {
    var best: (offer: MediaType, weight: Int)?
    for offer in offers {
      let weight = weight(of: offer)
      if weight > (best?.weight ?? 0) { best = (offer, weight) }
    }
    return best?.offer
  }

  /// The weight of an offer in thousandths, from the most specific range that covers it; 0 if no range does.
  package func weight(of offer: MediaType) -> Int {
    let covering = ranges.filter { $0.covers(offer) }
    return covering.max { $0.specificity < $1.specificity }?.weight ?? 0
  }

  /// The best offer for a header that says it plainly; nil for all other headers, which have to be parsed.
  ///
  /// A program names one type. A browser begins with the type that it likes best, without a weight. If the first offer has
  /// that type, and no other range can be about it, no other offer can be better.
  static func plainBest(of offers: [MediaType], _ header: String) -> Int? {
    let all = offers.span
    for index in all.indices where all[index].isWritten(in: header, to: header.utf8.count) { return index }
    guard let first = offers.first else { return nil }
    let bytes = header.utf8.span
    let length = first.type.utf8.count + 1 + first.subtype.utf8.count
    guard bytes.count > length, bytes[length] == UInt8(ascii: ","), first.isWritten(in: header, to: length) else {
      return nil
    }
    // The same subtype again, in any spelling, or a quoted text, in which a comma ends nothing.
    let (mark, count) = (first.subtype.utf8.span, first.subtype.utf8.count)
    for index in length..<bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return nil }
      guard index + count < bytes.count, bytes[index] == UInt8(ascii: "/") else { continue }
      var isSame = true
      for place in 0..<count where bytes[index + 1 + place].lowercased != mark[place] { isSame = false }
      if isSame { return nil }
    }
    return offers.startIndex
  }

  private static func range(_ text: Substring) -> Range? {
    guard let media = MediaType(text) else { return nil }
    guard media.type != "*" || media.subtype == "*" else { return nil }
    var parameters = media.parameters
    var weight = 1000
    if let mark = parameters.firstIndex(where: { $0.name == "q" }) {
      guard let parsed = thousandths(parameters[mark].value) else { return nil }
      weight = parsed
      // Parameters after q are extensions of Accept, not parameters of the type.
      parameters.removeSubrange(mark...)
    }
    return Range(type: media.type, subtype: media.subtype, parameters: parameters, weight: weight)
  }

  /// A qvalue: 0 or 1 with up to three decimals (RFC 9110, 12.4.2).
  static func thousandths(_ text: String) -> Int? {
    let digits = Array(text.utf8)
    guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
    guard digits.count <= 5, digits.count == 1 || digits[1] == UInt8(ascii: ".") else { return nil }
    var value = Int(first - UInt8(ascii: "0")) * 1000
    var unit = 100
    for digit in digits.dropFirst(2) {
      guard digit.isDigit else { return nil }
      value += Int(digit - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    return value <= 1000 ? value : nil
  }
}

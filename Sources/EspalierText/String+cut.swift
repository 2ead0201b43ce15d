extension String {
  /// The longest prefix of whole characters that fits into `limit` bytes of UTF-8.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = startIndex
    var left = limit
    for character in self {
      left -= character.utf8.count
      if left < 0 { break }
      formIndex(after: &end)
    }
    return String(self[..<end])
  }

  /// The text for an error message, shortened to at most 80 bytes.
  package var shown: String { utf8.count > 80 ? cut(toBytes: 77) + "…" : self }
}

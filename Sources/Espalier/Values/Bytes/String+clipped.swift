import EspalierText

extension String {
  /// The longest prefix of whole characters that fits into `limit` bytes of UTF-8.
  ///
  /// Use it to limit typed text that a page stores: `remarks.append(text.clipped(toBytes: 480))`. The limit is in
  /// bytes, because one character can have any number of bytes: `prefix(120)` may be a megabyte.
  package func clipped(toBytes limit: Int) -> String { cut(toBytes: limit) }
}

import EspalierText

extension String {
  /// As many whole characters from the start as fit into so many bytes of UTF-8.
  ///
  /// For what people type and a page keeps: `remarks.append(text.clipped(toBytes: 480))`. By bytes, because one character may
  /// have any number of them, so that `prefix(120)` may be a megabyte.
  package func clipped(toBytes limit: Int) -> String { cut(toBytes: limit) }
}

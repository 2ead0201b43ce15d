/// The part of a page that a client requests with `?view=`.
enum PageView: String, Sendable {
  /// The page as viewers see it. It follows its tree.
  case live
  /// The whole page in one piece, as it is now, to print or to save it.
  case full
}

/// How much of a page is asked for, by `?view=`.
enum PageView: String, Sendable {
  /// The page as it is looked at, which follows its tree.
  case live
  /// All of it in one piece, as it is now: for print and for whoever keeps it.
  case full
}

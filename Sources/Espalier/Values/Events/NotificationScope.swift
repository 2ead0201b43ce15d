/// Whom a notification reaches, as seen from the node that posts it.
///
/// Each reaches the nodes of one page only; `Site.notify` reaches those of all pages.
public enum NotificationScope: String, Codable, CaseIterable, Sendable {
  /// All nodes of the page.
  case global
  /// The nearest container whose `isReusable` is true, from the poster up, the poster itself included, and all below it; all
  /// nodes of the page where there is none.
  case reusable
  /// All below the poster.
  case children
  /// The poster and all below it.
  case childrenAndSelf
  /// The containers above the poster, the nearest first, up to the root.
  case parents
  /// The nodes that were added to the poster by `addListener`, in the order in which they were.
  case manually
}

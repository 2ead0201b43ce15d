/// The nodes that a notification reaches, relative to the node that posts it.
///
/// Each scope covers one page only; `Site.notify` reaches the nodes of all pages.
public enum NotificationScope: String, Codable, CaseIterable, Sendable {
  /// All nodes of the page.
  case global
  /// The nearest container whose `isReusable` is true, starting with the poster itself, and all nodes below it. If
  /// there is none, all nodes of the page.
  case reusable
  /// All nodes below the poster.
  case children
  /// The poster and all nodes below it.
  case childrenAndSelf
  /// The containers above the poster, the nearest first, up to the root.
  case parents
  /// The nodes that were added to the poster by `addListener`, in the order of addition.
  case manually
}

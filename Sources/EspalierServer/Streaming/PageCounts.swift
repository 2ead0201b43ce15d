import EspalierHTTP

/// The counts of one page over all its instances, so that a scrape need not look at the instances.
final class PageCounts: Sendable {
  let path: String
  let scope: Page.Scope
  let made = Counter()
  /// Removed to make room.
  let evicted = Counter()
  /// Removed because nobody had used them for a long time.
  let expired = Counter()
  /// Streams that follow any of its instances now.
  let viewers = Counter()
  /// Requests and other work that wait for one of them now.
  let waiting = Counter()

  init(_ page: Page) {
    path = page.path
    scope = page.scope
  }

  var labels: [(String, String)] { [("page", path), ("scope", scope.name)] }
}

extension Page.Scope {
  /// The name as written in labels.
  var name: String {
    switch self {
    case .shared: "shared"
    case .browser: "browser"
    case .tab: "tab"
    }
  }
}

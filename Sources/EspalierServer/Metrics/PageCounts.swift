import EspalierHTTP

/// What one page counts, over all its instances: so a scrape need not look at any of them.
final class PageCounts: Sendable {
  let path: String
  let scope: Page.Scope
  let made = Counter()
  /// Let go to make room.
  let evicted = Counter()
  /// Let go because nobody had looked for long.
  let expired = Counter()
  /// Streams that follow any of its instances now.
  let viewers = Counter()

  init(_ page: Page) {
    path = page.path
    scope = page.scope
  }

  var labels: [(String, String)] { [("page", path), ("scope", scope.name)] }
}

extension Page.Scope {
  /// The name as it stands in labels.
  var name: String {
    switch self {
    case .shared: "shared"
    case .browser: "browser"
    case .tab: "tab"
    }
  }
}

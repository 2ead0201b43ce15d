import EspalierServer

extension Demo {
  /// One list three times: for everybody, for a browser, and for a tab.
  static let scopes = [
    scope(.shared, "/scopes", "Everybody who looks at this page shares these stones.", isListed: true),
    scope(
      .browser, "/scopes/browser", "All tabs of your browser share these stones, and nobody else.", isListed: false),
    scope(
      .tab, "/scopes/tab", "These stones are this tab's. Load it again and they are still here.", isListed: false),
  ]

  private static func scope(_ scope: Page.Scope, _ path: String, _ about: String, isListed: Bool) -> Demo {
    Demo(
      path: path, title: "Whose list?", summary: "The same stones for everybody, for a browser, for a tab.",
      rule: "The page says who shares a tree; the tree does not know.", group: .rules, folder: "Scopes", scope: scope,
      isListed: isListed
    ) { StoneList(about, at: path) }
  }
}

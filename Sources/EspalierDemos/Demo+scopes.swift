import EspalierServer

extension Demo {
  /// The same list in three scopes: everybody, one browser, one tab.
  static let scopes = [
    scope(.shared, "/scopes", "Everybody who opens this page shares these stones.", isListed: true),
    scope(
      .browser, "/scopes/browser", "All tabs of your browser share these stones. Nobody else sees them.",
      isListed: false),
    scope(
      .tab, "/scopes/tab", "Only this tab has these stones. They stay when you reload the page.", isListed: false),
  ]

  private static func scope(_ scope: Page.Scope, _ path: String, _ about: String, isListed: Bool) -> Demo {
    Demo(
      path: path, title: "Who shares a list?",
      summary: "Add stones to a list that you share with everybody, with your other tabs, or with nobody.",
      rule: "A page’s scope says who shares its tree. The code of the list is the same for each scope.",
      words: "scope session tab browser everybody private public user multiplayer", folder: "Scopes",
      style: "rules", scope: scope, isListed: isListed
    ) { StoneList(about, at: path) }
  }
}

import EspalierHTTP
import Espalier

/// The cookie by which a tab finds its own tree again when it loads a page of scope `tab` once more. The page's URL does
/// not name the tab, so that the URL can be shared.
///
/// The browser's module sets the cookie for some seconds while the tab leaves the page. One load uses it up, so that
/// another tab gets its own tree. Without JavaScript, the URL after a form names the tab.
enum TabCookie {
  /// The tab that the cookie names, if there is one.
  static func tab(of request: Request) -> String? {
    request.cookies[WireName.tabCookie].flatMap { RandomID.isValidShort($0) ? $0 : nil }
  }

  /// Removes the cookie after the load of a page that used it; nil if there is none.
  static func removal(
    _ request: Request, of location: PageLocation, below prefix: URLPrefix
  ) throws(HTTPError) -> String? {
    guard location.page.scope == .tab, request.cookies[WireName.tabCookie] != nil else { return nil }
    var cookie = SetCookie(WireName.tabCookie, "")
    (cookie.path, cookie.maxAge, cookie.isHTTPOnly) = (prefix.added(to: location.path), 0, false)
    return try cookie.headerValue()
  }
}

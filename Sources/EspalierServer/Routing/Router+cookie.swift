import EspalierHTTP

extension Router {
  /// A cookie for a browser that has none.
  func newCookie(for browser: String, _ request: Request) throws(HTTPError) -> String {
    _ = site.cookieRenewals.take(browser, at: site.siteClock.now)
    return try BrowserCookie.make(browser, for: request)
  }

  /// The cookie that the browser sent, to set it again if that is due; otherwise nil.
  func renewedCookie(_ request: Request) throws(HTTPError) -> String? {
    guard let browser = request.browser, site.cookieRenewals.take(browser, at: site.siteClock.now) else { return nil }
    return try BrowserCookie.make(browser, for: request)
  }
}

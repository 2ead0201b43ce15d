package import EspalierHTTP

/// The cookie that identifies a browser: 128 random bits, and 128 more once a session of the browser was renewed.
package struct BrowserCookie: Sendable, Hashable {
  /// The browser's id.
  let browser: String
  /// The secret that a renewed session requires; nil before the first renewal.
  let secret: String?

  /// The cookie of a browser.
  package init(_ browser: String, secret: String? = nil) { (self.browser, self.secret) = (browser, secret) }

  /// The cookie that a request carries; nil if it carries none, or an invalid one.
  init?(_ request: Request) {
    guard let text = request.cookies[Self.name(for: request)] else { return nil }
    let (browser, secret) = (String(text.prefix(32)), String(text.dropFirst(32)))
    guard RandomID.isValid(browser), secret.isEmpty || RandomID.isValid(secret) else { return nil }
    self.init(browser, secret: secret.isEmpty ? nil : secret)
  }

  /// Over TLS the name begins with `__Host-`. A browser then accepts the cookie only from this host, over TLS and for
  /// all paths. Neither another host of the domain nor a page without TLS can set it.
  static func name(for request: Request) -> String { request.isSecure ? "__Host-espalier" : "espalier" }

  /// The cookie as the value of `Set-Cookie`. Browsers keep it for `days` days. If the request came over TLS, they send
  /// it over TLS only.
  package func header(for request: Request, days: Int) throws(HTTPError) -> String {
    var cookie = SetCookie(Self.name(for: request), secret.map { browser + $0 } ?? browser)
    cookie.isSecure = request.isSecure
    // Browsers allow 400 days at most (RFC 6265bis, 5.5).
    cookie.maxAge = min(max(days, 1), 400) * 86_400
    return try cookie.headerValue()
  }

  /// Refuses a request with two of these cookies: somebody else set one, and nothing shows which.
  static func check(_ request: Request) throws(HTTPError) {
    let name = name(for: request)
    guard request.cookies.pairs.count(where: { $0.name == name }) > 1 else { return }
    throw HTTPError(
      .badHeader,
      """
      The browser sent two cookies named \(name), and another site or path may have set one; \
      delete the cookies of this site.
      """,
      field: "Cookie")
  }
}

extension Request {
  /// The browser that sent the request, as the site knows it; nil without a valid cookie.
  package var browser: String? {
    if let sender = sender as? Sender { return sender.browser }
    return BrowserCookie(self)?.browser
  }
}

package import EspalierHTTP

/// The cookie that identifies a browser.
package enum BrowserCookie {
  /// Over TLS the name begins with `__Host-`. A browser then accepts the cookie only from this host, over TLS and for
  /// all paths. Neither another host of the domain nor a page without TLS can set it.
  static func name(for request: Request) -> String { request.isSecure ? "__Host-espalier" : "espalier" }

  /// The lifetime of the cookie in seconds: 400 days, the most that browsers allow (RFC 6265bis, 5.5). It must be
  /// longer than a store keeps the data of a browser.
  static let maxAge = 400 * 86_400

  /// Makes a cookie. If the request came over TLS, browsers send the cookie over TLS only.
  package static func make(_ browser: String, for request: Request) throws(HTTPError) -> String {
    var cookie = SetCookie(name(for: request), browser)
    cookie.isSecure = request.isSecure
    cookie.maxAge = maxAge
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
  /// The browser that sent the request, identified by its cookie.
  package var browser: String? {
    cookies[BrowserCookie.name(for: self)].flatMap { RandomID.isValid($0) ? $0 : nil }
  }
}

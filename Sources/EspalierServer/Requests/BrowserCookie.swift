package import EspalierHTTP

/// The cookie that tells browsers apart.
package enum BrowserCookie {
  /// Over TLS the name begins with `__Host-`: a browser then takes the cookie from this host alone, over TLS, for all paths. Neither
  /// another host of the domain nor a page without TLS can set it.
  static func name(for request: Request) -> String { request.isSecure ? "__Host-espalier" : "espalier" }

  /// Seconds for which a browser keeps the cookie: 400 days, the most that browsers allow (RFC 6265bis, 5.5). It must outlive
  /// what a store keeps of a browser.
  static let maxAge = 400 * 86_400

  /// Makes a cookie, which travels over TLS alone where this request did.
  package static func make(_ browser: String, for request: Request) throws(HTTPError) -> String {
    var cookie = SetCookie(name(for: request), browser)
    cookie.isSecure = request.isSecure
    cookie.maxAge = maxAge
    return try cookie.headerValue()
  }

  /// Refuses a request with two of them: one was set by somebody else, and nothing tells which.
  static func check(_ request: Request) throws(HTTPError) {
    let name = name(for: request)
    guard request.cookies.pairs.count(where: { $0.name == name }) > 1 else { return }
    throw HTTPError(
      .badHeader,
      "The browser sent two cookies named \(name), and another site or path may have set one; delete the cookies of this site.",
      field: "Cookie")
  }
}

extension Request {
  /// The browser that asks, by its cookie.
  package var browser: String? {
    cookies[BrowserCookie.name(for: self)].flatMap { RandomID.isValid($0) ? $0 : nil }
  }
}

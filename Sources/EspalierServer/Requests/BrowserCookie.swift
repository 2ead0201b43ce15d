package import EspalierHTTP

/// The cookie that tells browsers apart.
package enum BrowserCookie {
  /// Over TLS the name begins with `__Host-`: a browser then takes the cookie from this host alone, over TLS, for all paths. Neither
  /// another host of the domain nor a page without TLS can set it.
  static func name(for request: Request) -> String { request.isSecure ? "__Host-espalier" : "espalier" }

  /// Makes a cookie for a browser that has none. It travels over TLS alone where this request did.
  package static func make(_ browser: String, for request: Request) throws(HTTPError) -> String {
    var cookie = SetCookie(name(for: request), browser)
    cookie.isSecure = request.isSecure
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

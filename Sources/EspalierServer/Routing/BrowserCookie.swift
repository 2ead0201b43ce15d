/// The cookie that tells browsers apart.
enum BrowserCookie {
  static let name = "espalier"

  /// Makes a cookie for a browser that has none. It travels over TLS alone where this request did.
  static func make(_ browser: String, for request: Request) throws(HTTPError) -> String {
    var cookie = SetCookie(name, browser)
    cookie.isSecure = request.cameOverTLS
    return try cookie.headerValue()
  }
}

extension Request {
  /// The browser that asks, by its cookie.
  var browser: String? { cookies[BrowserCookie.name].flatMap { RandomID.isValid($0) ? $0 : nil } }

  /// Whether the proxy in front says that the client spoke TLS to it (RFC 7239, and its forerunner). A client that makes
  /// this up only keeps its own cookie from itself.
  fileprivate var cameOverTLS: Bool {
    if let scheme = headers["X-Forwarded-Proto"] { return scheme.equalsIgnoringCase("https") }
    let first = headers["Forwarded"]?.split(separator: ",").first ?? ""
    return first.split(separator: ";").contains { part in
      let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
      return pair.count == 2 && pair[0].equalsIgnoringCase("proto")
        && pair[1].filter { $0 != "\"" }.equalsIgnoringCase("https")
    }
  }
}

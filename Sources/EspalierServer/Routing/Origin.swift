/// Events are taken from the page's own origin only: another site's form must not press a button here.
enum Origin {
  /// Refuses what a browser says comes from elsewhere (W3C Fetch Metadata; RFC 6454 for `Origin`). A client that
  /// says nothing, such as curl, is no browser and carries nobody's cookies.
  static func check(_ request: Request) throws(HTTPError) {
    if let site = request.headers["Sec-Fetch-Site"] {
      guard site == "same-origin" || site == "none" else { throw foreign("Sec-Fetch-Site") }
    } else if let origin = request.headers["Origin"] {
      guard let host = request.host, origin == "http://\(host)" || origin == "https://\(host)" else {
        throw foreign("Origin")
      }
    }
  }

  private static func foreign(_ field: String) -> HTTPError {
    HTTPError(.forbidden, "Events are accepted from the page's own origin only.", field: field)
  }
}

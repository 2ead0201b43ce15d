/// Events are taken from the page's own origin only: another site's form must not press a button here.
enum Origin {
  /// Refuses what a browser says comes from elsewhere (W3C Fetch Metadata; RFC 6454 for `Origin`). A client that
  /// says nothing, such as curl, is no browser and carries nobody's cookies.
  static func check(_ request: Request) throws(HTTPError) {
    // One that comes twice could be read in two ways.
    let (sites, origins) = (request.headers.values(of: "Sec-Fetch-Site"), request.headers.values(of: "Origin"))
    if !sites.isEmpty {
      guard sites == ["same-origin"] || sites == ["none"] else { throw foreign("Sec-Fetch-Site") }
    } else if !origins.isEmpty {
      guard let host = request.host, origins == ["http://\(host)"] || origins == ["https://\(host)"] else {
        throw foreign("Origin")
      }
    }
  }

  private static func foreign(_ field: String) -> HTTPError {
    HTTPError(.forbidden, "Events are accepted from the page's own origin only.", field: field)
  }
}

import Espalier

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

  /// A plain form that a browser sends with its cookie, but without a word of where it comes from, must show that it
  /// was rendered here: it names the page instance, as the form of the page does.
  static func check(_ event: EventRequest, _ request: Request, of instance: PageInstance) throws(HTTPError) {
    let isSilent = request.headers["Sec-Fetch-Site"] == nil && request.headers["Origin"] == nil
    guard event.isForm, isSilent, request.browser != nil else { return }
    guard event.instance(in: request) == instance.id else {
      throw HTTPError(
        .forbidden,
        "A form with a cookie needs the header Origin, or the field \"\(WireName.load)\" as the page has it; read the page again.",
        field: WireName.load)
    }
  }

  private static func foreign(_ field: String) -> HTTPError {
    HTTPError(.forbidden, "Events are accepted from the page's own origin only.", field: field)
  }
}

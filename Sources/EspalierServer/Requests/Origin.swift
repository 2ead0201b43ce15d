import EspalierHTTP
import EspalierText
import Espalier

/// Accepts events only from the page's own origin: another site's form must not press a button here.
enum Origin {
  enum Verdict {
    /// The page's own origin, or a client that is not a browser.
    case own
    /// The proxy hides the host or the port that the browser asked for. The data of the request must show that a page
    /// of this site sent it; otherwise the error says what to set.
    case unproven(HTTPError)
  }

  /// Refuses a request that comes from another origin, according to the browser (W3C Fetch Metadata; RFC 6454 for
  /// `Origin`). A client that says nothing, such as curl, is not a browser and carries nobody's cookies.
  static func check(_ request: Request, hosts: HostNames) throws(HTTPError) -> Verdict {
    // A header that occurs twice is ambiguous.
    let (sites, origins) = (request.headers.values(of: .fetchSite), request.headers.values(of: .origin))
    if !sites.isEmpty {
      guard sites == ["same-origin"] || sites == ["none"] else {
        throw HTTPError(
          .forbidden, "The server accepts events only from the page's own origin.", field: "Sec-Fetch-Site")
      }
      return .own
    }
    guard let text = origins.first else { return .own }
    guard origins.count == 1, let origin = WebOrigin(text) else { throw foreign(text, request) }
    let host = request.host.flatMap { Authority($0) }
    if let host, origin.isAt(host) { return .own }
    guard request.client.isProxied else { throw foreign(text, request) }
    if request.client.host == nil {
      if !hosts.isEmpty {
        guard hosts.names(origin.authority) else { throw foreign(text, request) }
        return .own
      }
    } else {
      // The proxy may leave out the port, so another port of the same host looks the same.
      guard let host, host.port == nil, origin.authority.name == host.name else { throw foreign(text, request) }
    }
    return needsPreflight(request) ? .own : .unproven(foreign(text, request))
  }

  /// If nothing else shows that a form was rendered here, the form must name the page instance, as the form of the page
  /// does. This applies to a plain form that a browser sends with its cookie but without a header about its origin. It
  /// also applies to a form behind a proxy that hides the host, if the instance belongs to one browser.
  static func check(
    _ verdict: Verdict, _ event: EventRequest, _ request: Request, ofInstance id: String, isOwned: Bool
  ) throws(HTTPError) {
    let namesInstance = event.instance(in: request) == id
    if case .unproven(let refusal) = verdict {
      guard namesInstance, isOwned else { throw refusal }
    }
    let isSilent = !request.headers.contains(.fetchSite) && !request.headers.contains(.origin)
    // Browsers also send a password with requests of other sites' pages.
    let isKnown = request.browser != nil || request.headers.contains(.authorization)
    guard event.sent.isForm, isSilent, isKnown else { return }
    guard namesInstance else {
      throw HTTPError(
        .forbidden,
        """
        A form with a cookie or a password needs the header Origin, or the page's value in the field \"\(WireName.load)\"; \
        load the page again.
        """,
        field: WireName.load)
    }
  }

  /// Whether a page of another site would need a permission first (WHATWG Fetch, CORS preflight). This server never
  /// gives it.
  private static func needsPreflight(_ request: Request) -> Bool {
    request.headers.contains(.press) || request.contentType?.isSame(as: .json) == true
  }

  private static func foreign(_ origin: String, _ request: Request) -> HTTPError {
    let host = request.host.map { "for the host \"\($0.shown)\"" } ?? "for no host"
    let remedy =
      request.client.isProxied
      ? """
      Configure the proxy to forward the host that the browser asks for (X-Forwarded-Host), or add that host to \
      --hosts or Site(hosts:).
      """
      : """
      If the server is behind a proxy, add the proxy to --proxies or Site(proxies:). Then configure the \
      proxy to set X-Forwarded-Host, or add the host to --hosts or Site(hosts:).
      """
    return HTTPError(
      .forbidden,
      """
      The server accepts events only from the page's own origin. This event comes from \"\(origin.shown)\" and asks \
      \(host). \(remedy)
      """,
      field: "Origin")
  }
}

/// The value of `Origin`: a scheme, a host and a port (RFC 6454, 7).
private struct WebOrigin {
  let authority: Authority
  private let standardPort: UInt16

  /// Nil for `null`, and for schemes other than http and https.
  init?(_ text: String) {
    let schemes: [(prefix: String, port: UInt16)] = [("http://", 80), ("https://", 443)]
    guard let scheme = schemes.first(where: { text.hasPrefix($0.prefix) }),
      let authority = Authority(text.dropFirst(scheme.prefix.count)), !authority.host.isEmpty
    else { return nil }
    self.authority = authority
    standardPort = scheme.port
  }

  /// Whether a page of this origin was loaded from a host.
  func isAt(_ host: Authority) -> Bool {
    authority.name == host.name && (authority.port ?? standardPort) == (host.port ?? standardPort)
  }
}

extension HeaderName {
  /// `Espalier-Press`: sent by the browser's modules with each event. Another site's page cannot set it without a
  /// preflight.
  static let press: HeaderName = "Espalier-Press"
  /// `Sec-Fetch-Site`: how the page that sends a request is related to this site, as the browser knows it.
  fileprivate static let fetchSite: HeaderName = "Sec-Fetch-Site"
  /// `Origin`: the origin of that page.
  fileprivate static let origin: HeaderName = "Origin"
}

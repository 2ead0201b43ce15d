import EspalierText

/// Who sent a request, and for which host: the peer of the connection, or the client that a trusted proxy reports.
package struct Client: Sendable, Equatable {
  /// The client's address, or the nearest proxy's address if the client's is hidden.
  package let address: String
  /// Whether a trusted proxy passed on the request.
  package var isProxied = false
  /// Whether `address` is the client's own.
  package var isAddressKnown = true
  /// Whether the client used TLS.
  package var isSecure = false
  /// The host that the client asked for, as the proxy reports it; nil if it reports none.
  package var host: String?

  package init(
    address: String, isProxied: Bool = false, isAddressKnown: Bool = true, isSecure: Bool = false, host: String? = nil
  ) {
    (self.address, self.isProxied, self.isAddressKnown) = (address, isProxied, isAddressKnown)
    (self.isSecure, self.host) = (isSecure, host)
  }
}

extension Client {
  /// The client of a request that a trusted proxy has passed on.
  ///
  /// Every proxy appends at the right, so the list is read from the right. Everything to the left of the first address
  /// that is not a trusted proxy may be forged. Throws `badHeader` if the headers are ambiguous.
  init(behind proxy: String, _ headers: Headers, proxies: Networks) throws(HTTPError) {
    let listNames: [HeaderName] = [.forwardedFor, .forwardedProto, .forwardedHost]
    let isListed = listNames.contains { headers.contains($0) }
    guard !isListed || !headers.contains(.forwarded) else {
      throw HTTPError(
        .badHeader,
        "The request has both Forwarded and X-Forwarded headers; configure the proxy to remove those it does not write.",
        field: "Forwarded")
    }
    guard headers.values(of: .forwarded).allSatisfy({ !$0.hasOpenQuote }) else {
      // Otherwise the text that the proxy appended would be part of the client's quoted text.
      throw HTTPError(.badHeader, "A quoted text in Forwarded has no closing quote.", field: "Forwarded")
    }
    let hops = isListed ? ForwardedHop.listed(headers) : ForwardedHop.forwarded(headers)
    let last = hops.lastIndex { hop in hop.address.map { !proxies.contains($0) } ?? true } ?? 0
    let hop = hops.indices.contains(last) ? hops[last] : ForwardedHop()
    if let host = hop.host, Authority(host) == nil || host.isEmpty {
      throw HTTPError(
        .badHeader, "The proxy forwards the host \"\(host.shown)\", which is not a host with an optional port.",
        field: isListed ? "X-Forwarded-Host" : "Forwarded")
    }
    // The nearest known proxy that reported a side with a hidden address.
    let teller = hops[(min(last + 1, hops.count))...].first?.address?.description ?? proxy
    self.init(
      address: hop.address?.description ?? teller, isProxied: true, isAddressKnown: hop.address != nil,
      isSecure: hop.scheme?.equalsIgnoringCase("https") ?? false, host: hop.host)
  }

  /// Headers that proxies add. The server ignores their values unless a trusted proxy sent them. But their presence
  /// shows that the peer may be a proxy, so that its address may not be the client's.
  package static let forwardingHeaders: [HeaderName] = [
    .forwarded, "Via", .forwardedFor, .forwardedHost, .forwardedProto, "X-Real-IP",
  ]
}

extension HeaderName {
  static let forwarded: HeaderName = "Forwarded"
  static let forwardedFor: HeaderName = "X-Forwarded-For"
  static let forwardedHost: HeaderName = "X-Forwarded-Host"
  static let forwardedProto: HeaderName = "X-Forwarded-Proto"
}

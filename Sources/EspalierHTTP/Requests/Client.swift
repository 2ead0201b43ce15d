import EspalierText

/// Who sent a request, and what they asked for: the peer of the connection, or the client for which a named proxy speaks.
package struct Client: Sendable, Equatable {
  /// The client's address, or the nearest proxy's where that hides it.
  let address: String
  /// Whether a named proxy passed the request on.
  package var isProxied = false
  /// Whether `address` is the client's own.
  package var isAddressKnown = true
  /// Whether the client spoke TLS.
  var isSecure = false
  /// The host that the client asked for, as the proxy says it; nil where it says nothing.
  package var host: String?
}

extension Client {
  /// The client of a request that a named proxy has passed on.
  ///
  /// Every proxy adds itself at the right, so the list is read from there: everything left of the first address that is no named proxy
  /// may be made up. Throws `badHeader` where the headers can be read in two ways.
  init(behind proxy: String, _ headers: Headers, proxies: Networks) throws(HTTPError) {
    let listNames: [HeaderName] = [.forwardedFor, .forwardedProto, .forwardedHost]
    let isListed = listNames.contains { headers.contains($0) }
    guard !isListed || !headers.contains(.forwarded) else {
      throw HTTPError(
        .badHeader,
        "The proxy passed on both Forwarded and X-Forwarded-For; let it remove the one that it does not write itself.",
        field: "Forwarded")
    }
    guard headers.values(of: .forwarded).allSatisfy({ !$0.hasOpenQuote }) else {
      // What the proxy appended would be part of the client's own words.
      throw HTTPError(.badHeader, "A quote in Forwarded does not end.", field: "Forwarded")
    }
    let hops = isListed ? ForwardedHop.listed(headers) : ForwardedHop.forwarded(headers)
    let last = hops.lastIndex { hop in hop.address.map { !proxies.contains($0) } ?? true } ?? 0
    let hop = hops.indices.contains(last) ? hops[last] : ForwardedHop()
    if let host = hop.host, Authority(host) == nil || host.isEmpty {
      throw HTTPError(
        .badHeader, "The proxy forwards \"\(host.shown)\", which is not a host and port.",
        field: isListed ? "X-Forwarded-Host" : "Forwarded")
    }
    // The nearest proxy that is known to have told about a side that hides.
    let teller = hops[(min(last + 1, hops.count))...].first?.address?.description ?? proxy
    self.init(
      address: hop.address?.description ?? teller, isProxied: true, isAddressKnown: hop.address != nil,
      isSecure: hop.scheme?.equalsIgnoringCase("https") ?? false, host: hop.host)
  }

  /// Headers that proxies add. From a peer that is no named proxy they are not believed, but its address may be another one's.
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

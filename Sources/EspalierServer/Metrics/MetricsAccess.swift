/// Who may read `/metrics`; to all others it is not there.
public enum MetricsAccess: String, Sendable, CaseIterable {
  /// Clients on this machine, unless a proxy says that it speaks for another.
  case loopback
  /// Everyone who reaches the server.
  case everyone
  /// Nobody.
  case off

  /// Whether a request may read them.
  func admits(_ request: Request) -> Bool {
    switch self {
    case .off: false
    case .everyone: true
    case .loopback: Self.isLoopback(request.remoteAddress) && !Self.passedOn.contains { request.headers.contains($0) }
    }
  }

  /// What proxies add to a request that came from elsewhere. They are not believed, but having one is reason for doubt.
  private static let passedOn: [HeaderName] = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
  ]

  /// `127.0.0.0/8` (RFC 1122, 3.2.1.3) and `::1` (RFC 4291, 2.5.3).
  private static func isLoopback(_ address: String) -> Bool { address.hasPrefix("127.") || address == "::1" }
}

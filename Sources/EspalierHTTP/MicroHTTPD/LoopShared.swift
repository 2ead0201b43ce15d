/// The state that all loops of a server share.
struct LoopShared: Sendable {
  let ids = RequestIDs()
  let clients: ClientCounter
  let room: ConnectionRoom
  let bodies: BodyRoom
  let replies: ReplyRoom
  /// The room for forms with files.
  let uploads: BodyRoom
  /// The folder on whose disk files are while they arrive.
  let uploadFolder: String
  let watchdog: Watchdog
  let metrics: HTTPMetrics
  let proxies: Networks
  let loggedTarget: LoggedTarget
  let problemFrame: ProblemFrame
  /// The certificate and key; nil without TLS.
  let tls: TLSTexts?

  /// Whether an address belongs to a trusted proxy. The server counts the requests of its clients, not its connections.
  func isProxy(_ address: String) -> Bool {
    !proxies.isEmpty && IPAddress(address).map { proxies.contains($0) } == true
  }
}

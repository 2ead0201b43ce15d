/// What all loops of a server share.
struct LoopShared: Sendable {
  let ids = RequestIDs()
  let clients: ClientCounter
  let room: ConnectionRoom
  let bodies: BodyRoom
  let watchdog: Watchdog
  let metrics: HTTPMetrics
  let proxies: Networks
  let loggedTarget: LoggedTarget
  let problemFrame: ProblemFrame

  /// Whether an address is a named proxy's. The requests of its clients are counted, not its connections.
  func isProxy(_ address: String) -> Bool {
    !proxies.isEmpty && IPAddress(address).map { proxies.contains($0) } == true
  }
}

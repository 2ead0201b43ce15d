/// What all loops of a server share.
struct LoopShared: Sendable {
  let ids = RequestIDs()
  let census: Census
  let room: ConnectionRoom
  let bodies: BodyRoom
  let watchdog: Watchdog
  let metrics: Metrics
}

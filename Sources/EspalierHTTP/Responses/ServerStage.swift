/// Where a server is in its life, for whoever answers its requests.
public enum ServerStage: Sendable {
  /// It has begun to accept connections.
  case serving
  /// It has been told to stop and still serves everything, for `HTTPLimits.drainDelay`, so that a load balancer may notice.
  case draining
  /// The last moment before streams end and no connection is accepted any more.
  case stopping
}

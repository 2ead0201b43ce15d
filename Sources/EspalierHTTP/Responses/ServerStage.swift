/// A stage of a server's life, for the responder.
package enum ServerStage: Sendable {
  /// The server has begun to accept connections.
  case serving
  /// The server will stop but still serves everything, for `HTTPLimits.drainDelay`, so that a load balancer can notice.
  case draining
  /// The last moment before streams end and the server accepts no more connections.
  case stopping
}

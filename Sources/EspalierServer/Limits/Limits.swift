/// Every limit of the HTTP half, by name. Crossing one gets a clear error, or a cut connection where no error can be sent.
public struct Limits: Sendable, Equatable {
  /// Bytes of a request's body; more is answered 413. Default 1 MiB.
  public var body = 1 << 20
  /// Bytes a connection holds for its head (the daemon adds some 60 a field, cookie and query pair) and for reading; a head that does
  /// not fit is answered 414 or 431. Default 16 KiB, which fits heads of some 8 KiB.
  public var headerMemory = 16 << 10
  /// Time for a head to arrive: from the accept for a connection's first, from the request line for a later one. Default 10 s.
  public var headerDeadline = Duration.seconds(10)
  /// Time for a body to arrive, from the end of the head. Default 30 s.
  public var bodyDeadline = Duration.seconds(30)
  /// Time a connection may be silent, whole seconds. Default 30 s.
  public var idle = Duration.seconds(30)
  /// Connections at once, over all loops; more wait in the backlog. Default 20 000.
  public var connections = 20_000
  /// Connections at once from one address; more are closed at once. 0 is no limit. Default 1 000.
  public var connectionsPerAddress = 1_000
  /// Silence after which a stream gets a heartbeat, so that proxies keep it and both sides see that the other lives. Default 20 s.
  public var heartbeat = Duration.seconds(20)
  /// Time that the server goes on as ever after SIGTERM while `/readyz` says 503: as long as a load balancer needs to notice. Default 0.
  public var drainDelay = Duration.zero
  /// Time that replies in flight get when the server stops. Default 10 s.
  public var shutdownGrace = Duration.seconds(10)

  /// The defaults.
  public init() {}
}

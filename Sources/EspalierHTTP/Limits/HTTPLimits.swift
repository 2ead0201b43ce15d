/// Every limit of the HTTP half, by name. Crossing one gets a clear error, or a cut connection where no error can be sent.
public struct HTTPLimits: Sendable, Equatable {
  /// Bytes of a request's body; more is answered 413. Default 1 MiB.
  public var body = 1 << 20
  /// Bytes of all bodies above 4 KiB that are under way at the same time; above it, or above a quarter of it from one address, a request is
  /// answered 503. Default 64 MiB.
  public var bodies = 64 << 20
  /// Bytes of a request's target, that is, its URL without the server's name; a longer one is answered 414. Default 4 KiB.
  public var target = 4 << 10
  /// Fields of a request's head; more are answered 431. Default 100.
  public var headers = 100
  /// Bytes a connection holds for its head (the daemon adds some 60 a field, cookie and query pair) and for reading; a head that does
  /// not fit is answered 414 or 431. Default 12 KiB, which fits heads of some 8 KiB. The greatest part of what an idle stream costs.
  public var headerMemory = 12 << 10
  /// Time for a head to arrive: from the accept for a connection's first, from the request line for a later one. Default 10 s.
  public var headerDeadline = Duration.seconds(10)
  /// Time for a body to arrive, from the end of the head. Default 30 s.
  public var bodyDeadline = Duration.seconds(30)
  /// Time a connection may be silent, whole seconds. Default 30 s.
  public var idle = Duration.seconds(30)
  /// Time that the reader of a stream may take nothing of what waits for it, whole seconds; then its connection is closed. A reader that
  /// takes a little is never closed, and never costs more than `Limits.pages.streamPending`. Default 3 min.
  public var stall = Duration.seconds(180)
  /// Connections at the same time, of all loops together; the request of one more is answered 503. Default 20 000.
  public var connections = 20_000
  /// Connections at once from one address, or from one IPv6 network of 64 bits; more are closed at once. Of a client behind a named proxy
  /// the requests under way count instead, streams included; more are answered 429. 0 is no limit. Default 1 000.
  public var connectionsPerAddress = 1_000
  /// Silence after which a stream gets a heartbeat, so that proxies keep it and both sides see that the other lives. Default 20 s.
  public var heartbeat = Duration.seconds(20)
  /// Threads that may be in page code which takes longer than some milliseconds, beside the one that serves each loop. While as many are, loops
  /// whose page code takes long serve nobody else. Default 64.
  public var threads = 64
  /// Time that the server goes on as ever after SIGTERM while `/readyz` says 503: as long as a load balancer needs to notice. Default 0.
  public var drainDelay = Duration.zero
  /// Time that replies in flight get when the server stops. Default 10 s.
  public var shutdownGrace = Duration.seconds(10)

  /// The defaults.
  public init() {}
}

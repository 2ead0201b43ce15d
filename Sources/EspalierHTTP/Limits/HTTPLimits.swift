/// The limits of the HTTP server. A client that exceeds one gets a clear error, or a closed connection if no error can
/// be sent.
public struct HTTPLimits: Sendable, Equatable {
  /// Bytes of a request's body. A larger body gets 413. Default 1 MiB.
  public var body = 1 << 20
  /// Bytes of all bodies above 4 KiB that are under way at the same time. A request that exceeds it, or exceeds a
  /// quarter of it for one address, gets 503. Default 64 MiB.
  package var bodies = 64 << 20
  /// Bytes that replies under way may hold until slow clients have taken them. A document that several replies send counts
  /// once, and short replies do not count. Above it, the server cuts the oldest replies. Default 256 MiB.
  package var replies = 256 << 20
  /// Bytes of a request that brings files, for pages that take files. A larger one gets 413. Default 32 MiB.
  public var upload = 32 << 20
  /// Bytes of all such requests that are under way at the same time. A request that exceeds it, or exceeds a quarter of
  /// it for one address, gets 503. Default 1 GiB.
  public var uploads = 1 << 30
  /// Parts of a form with files, that is, its fields and files. More parts get 413. Default 64.
  package var uploadParts = 64
  /// Bytes that uploads leave free on the disk. If fewer are free, a request with files gets 503. Default 256 MiB.
  package var uploadReserve = 256 << 20
  /// Time for a request with files to arrive, from the end of the head. Default 10 min.
  package var uploadDeadline = Duration.seconds(600)
  /// Bytes of a request's target, that is, its URL without the server's name. A longer target gets 414. Default 4 KiB.
  package var target = 4 << 10
  /// Header fields of a request. More fields get 431. Default 100.
  package var headers = 100
  /// Bytes that a connection holds for the head of a request (the daemon adds 64 for each field), for reading, and for the
  /// head of the reply. A head that does not fit, or that leaves less than 2 KiB and the length of its target for the
  /// reply, gets 414 or 431. Default 15 KiB, which fits heads of 11 KiB, such as one with 180 small cookies or two of 4,096
  /// bytes. This is the largest part of the memory of an idle stream.
  package var headerMemory = 15 << 10
  /// Time for a head to arrive: from the accept for a connection's first request, from the request line for a later
  /// one. Default 10 s.
  package var headerDeadline = Duration.seconds(10)
  /// Time for a body to arrive, from the end of the head. Default 30 s.
  package var bodyDeadline = Duration.seconds(30)
  /// Time that a connection may be silent, in whole seconds. Default 30 s.
  package var idle = Duration.seconds(30)
  /// Time in whole seconds that the reader of a stream may take nothing although bytes wait. Then the server closes its
  /// connection. The server never closes a reader that takes a little, and such a reader never costs more than
  /// `Limits.pages.streamPending`. Default 3 min.
  package var stall = Duration.seconds(180)
  /// Connections at the same time over all loops. The request of one more connection gets 503. Default 20 000.
  public var connections = 20_000
  /// Connections at the same time from one address, or from one IPv6 network of 64 bits. The server closes further
  /// connections at once. For a client behind a trusted proxy, the server counts its requests under way instead,
  /// including streams; further requests get 429. 0 means no limit. Default 1 000.
  public var connectionsPerAddress = 1_000
  /// Silence after which a stream sends a heartbeat, so that proxies keep the connection and each side sees that the
  /// other is alive. Default 20 s.
  package var heartbeat = Duration.seconds(20)
  /// Threads that may run page code which takes longer than some milliseconds, besides the thread that serves each
  /// loop. When this number is reached, a loop whose page code takes long serves nobody else meanwhile. Default 64.
  public var threads = 64
  /// Time that the server continues to serve after SIGTERM while `/readyz` answers 503: as long as a load balancer
  /// needs to notice. Default 0.
  public var drainDelay = Duration.zero
  /// Time that replies in flight have to finish when the server stops. Default 10 s.
  public var shutdownGrace = Duration.seconds(10)

  /// The defaults.
  public init() {}
}

import Glibc

/// Where a server listens, how large it may grow and where it writes its log.
public struct HTTPConfiguration: Sendable {
  /// An IPv4 or IPv6 literal, or `localhost`. `0.0.0.0` and `::` are every address of the machine.
  package var host: String
  /// The port; 0 takes a free one, `start()` says which.
  package var port: UInt16
  /// How many loops, each a thread with a daemon of its own. Default: one per core.
  package var loops: Int
  /// The limits.
  package var limits: HTTPLimits
  /// The log.
  package var log: Log
  /// Addresses and networks of proxies whose `Forwarded` or `X-Forwarded-For`, `-Proto` and `-Host` are believed, for example
  /// `["127.0.0.1", "10.0.0.0/8"]`. `start()` refuses what is neither.
  package var proxies: [String]

  /// Query parameters whose values the log cuts short.
  package var secretParameters: [String] = []
  /// What stands around the page of an error that the responder never sees.
  package var problemFrame = ProblemFrame()

  /// A server that only programs on this machine reach. It has `loops` threads, or one for each core.
  public init(
    host: String = "127.0.0.1", port: UInt16 = 8080, loops: Int? = nil, limits: HTTPLimits = HTTPLimits(),
    log: Log = Log(), proxies: [String] = []
  ) {
    self.host = host
    self.port = port
    self.loops = max(1, loops ?? Self.cores)
    self.limits = limits
    self.log = log
    self.proxies = proxies
  }

  /// The number of cores that are online.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// Where a server came to listen.
public struct BoundAddress: Sendable, Equatable, CustomStringConvertible {
  /// The literal address.
  public let host: String
  /// The port, never 0.
  public let port: UInt16

  /// As it stands in a URL, for example `[::1]:8080`.
  public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

import Glibc

/// Where a server listens, how large it may grow and where it writes its log.
package struct HTTPConfiguration: Sendable {
  /// An IPv4 or IPv6 literal, or `localhost`. `0.0.0.0` and `::` mean every address of the machine.
  package var host: String
  /// The port. With 0, the system chooses a free port, and `start()` returns it.
  package var port: UInt16
  /// The number of loops. Each loop has its own thread and daemon. Default: one per core.
  package var loops: Int
  /// The limits.
  package var limits: HTTPLimits
  /// The log.
  package var log: Log
  /// Addresses and networks of trusted proxies, for example `["127.0.0.1", "10.0.0.0/8"]`. The server believes their
  /// `Forwarded` or `X-Forwarded-For`, `-Proto` and `-Host`. `start()` throws `badProxy` for a text that is neither an
  /// address nor a network.
  package var proxies: [String]

  /// The certificate and key for TLS; nil to speak plain HTTP. `start()` throws `badCertificate` if they cannot be used.
  package var tls: TLSFiles?

  /// The folder on whose disk files are while they arrive; they have no names in it. Default: `TMPDIR`, else `/var/tmp`,
  /// because `/tmp` is often in memory.
  package var uploadFolder = Self.temporaryFolder

  private static var temporaryFolder: String {
    // Safe: the value is copied, and nothing in this program changes the environment.
    guard let folder = unsafe getenv("TMPDIR") else { return "/var/tmp" }
    let text = unsafe String(cString: folder)
    return text.isEmpty ? "/var/tmp" : text
  }

  /// Query parameters whose values the log shortens.
  package var secretParameters: [String] = []
  /// The HTML around the error pages of requests that never reach the responder.
  package var problemFrame = ProblemFrame()

  /// The configuration of a server. By default, only programs on this machine reach it, and it has one loop for each
  /// core.
  package init(
    host: String = "127.0.0.1", port: UInt16 = 8080, loops: Int? = nil, limits: HTTPLimits = HTTPLimits(),
    log: Log = Log(), proxies: [String] = [], tls: TLSFiles? = nil
  ) {
    self.host = host
    self.port = port
    self.loops = max(1, loops ?? Self.cores)
    self.limits = limits
    self.log = log
    self.proxies = proxies
    self.tls = tls
  }

  /// The number of cores that are online.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The address and port on which a server listens.
package struct BoundAddress: Sendable, Equatable, CustomStringConvertible {
  /// The literal address.
  package let host: String
  /// The port, never 0.
  package let port: UInt16

  /// The address as written in a URL, for example `[::1]:8080`.
  package var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

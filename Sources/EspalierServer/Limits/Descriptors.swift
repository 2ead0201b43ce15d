import Glibc

/// The file descriptors that this process may have (getrlimit(2)).
enum Descriptors {
  /// Descriptors that are left for all but connections: listening, waking, files, the log and a store.
  static let reserve = 64

  /// How many there may be.
  static var limit: Int { Int(clamping: read()?.rlim_cur ?? 1024) }

  /// Raises the soft limit to the hard one and returns what it is then.
  static func raise() -> Int {
    guard var limits = read() else { return limit }
    limits.rlim_cur = limits.rlim_max
    // Safe: the call reads a local.
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    return limit
  }

  /// How many connections fit, of those that are wanted.
  static func connections(wanted: Int, descriptors: Int) -> Int {
    max(1, min(wanted, descriptors - reserve - ConnectionRoom.spare))
  }

  private static func read() -> rlimit? {
    var limits = rlimit()
    // Safe: the call fills a local.
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 ? limits : nil
  }
}

import Glibc

/// The file descriptors that this process may have (getrlimit(2)).
enum Descriptors {
  /// The soft limit of this process.
  static var limit: Int { Int(clamping: read()?.rlim_cur ?? 1024) }

  /// Raises the soft limit to the hard limit. Returns the new soft limit.
  static func raise() -> Int {
    guard var limits = read() else { return limit }
    limits.rlim_cur = limits.rlim_max
    // Safe: the call reads a local.
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    return limit
  }

  /// Room for the wanted connections, or for as many as the descriptors allow. It leaves some descriptors for
  /// listening, waking, files, the log and a store, and some for clients that get a 503.
  static func room(wanted: Int, descriptors: Int) -> ConnectionRoom {
    let (reserve, spare) = (min(64, 16 + descriptors / 8), min(64, max(1, descriptors / 8)))
    return ConnectionRoom(limit: max(1, min(wanted, descriptors - reserve - spare)), spare: spare)
  }

  private static func read() -> rlimit? {
    var limits = rlimit()
    // Safe: the call fills a local.
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 ? limits : nil
  }
}

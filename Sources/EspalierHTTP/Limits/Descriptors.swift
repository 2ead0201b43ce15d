import Glibc

/// The file descriptors that this process may have (getrlimit(2)).
enum Descriptors {
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

  /// Room for the connections that are wanted, or for as many as so many descriptors allow. Some are left for listening, waking, files, the
  /// log and a store, and some for clients that hear that there is no room.
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

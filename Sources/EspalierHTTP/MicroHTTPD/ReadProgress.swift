/// Decides whether the daemon has stopped reading from a connection that has bytes for it: libmicrohttpd 0.9.75 runs such a connection
/// again and again, with a whole core, and never comes to an end with it.
struct ReadProgress {
  /// So many looks in a row must find bytes, and no call of the daemon between them.
  static let patience = 3
  private var calls = 0
  private var looks = 0
  private var callsAtLook = 0

  /// The daemon has called for the connection.
  mutating func called() { calls += 1 }

  /// A look at the connection. Returns whether it is stuck.
  mutating func isStuck(hasUnreadBytes: Bool) -> Bool {
    looks = hasUnreadBytes && calls == callsAtLook ? looks + 1 : hasUnreadBytes ? 1 : 0
    callsAtLook = calls
    return looks >= Self.patience
  }
}

/// Decides whether the daemon has stopped reading from a connection that has bytes for it. libmicrohttpd 0.9.75 runs
/// such a connection again and again, uses a whole core, and never finishes.
struct ReadProgress {
  /// The number of looks in a row that must find bytes, without a call of the daemon in between.
  static let patience = 3
  private var calls = 0
  private var looks = 0
  private var callsAtLook = 0

  /// The daemon has called for the connection.
  mutating func called() { calls += 1 }

  /// Records a look at the connection. Returns whether it is stuck.
  mutating func isStuck(hasUnreadBytes: Bool) -> Bool {
    looks = hasUnreadBytes && calls == callsAtLook ? looks + 1 : hasUnreadBytes ? 1 : 0
    callsAtLook = calls
    return looks >= Self.patience
  }
}

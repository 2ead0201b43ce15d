import CCallgrind

/// Counts instructions where the program runs under callgrind; elsewhere it only runs the work.
enum Instructions {
  static func count(_ name: String, _ subject: () throws -> Void, against baseline: () throws -> Void) rethrows {
    try count(name, "subject", subject)
    try count(name, "baseline", baseline)
  }

  /// Runs the work once to warm caches, and once between two marks; callgrind writes a dump at the second.
  private static func count(_ name: String, _ side: String, _ work: () throws -> Void) rethrows {
    try work()
    callgrind_begin()
    try work()
    // Safe: both texts are there until the call returns.
    unsafe callgrind_end(side, name)
  }
}

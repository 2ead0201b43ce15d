import CCallgrind

/// Counts instructions if the program runs under callgrind. Otherwise it only runs the work.
enum Instructions {
  static func count(_ name: String, _ subject: () throws -> Void, against baseline: () throws -> Void) rethrows {
    try count(name, "subject", subject)
    try count(name, "baseline", baseline)
  }

  /// Runs the work once to warm caches, and once between two marks. Callgrind writes a dump at the second mark.
  private static func count(_ name: String, _ side: String, _ work: () throws -> Void) rethrows {
    try work()
    callgrind_begin()
    try work()
    // Safe: both texts live as long as the call.
    unsafe callgrind_end(side, name)
  }
}

internal import CMicroHTTPD

/// The arenas of the C library, each with memory that was freed and can be used again.
package enum Arenas {
  /// Lets four loops share one arena. By default each thread has its own. Memory is often freed on another thread than the
  /// one that allocated it, so the server would then take up to half as much memory again. Threads that exist keep theirs.
  package static func share(among loops: Int) { espalier_limit_arenas(Int32(clamping: max(1, loops / 4))) }
}

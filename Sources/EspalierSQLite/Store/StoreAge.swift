/// The total seconds that servers have run with one file. The store uses them to find instances that were unused for
/// long.
///
/// Only the monotonic clock advances them. A wall clock that jumps, or is wrong at the start, therefore deletes
/// nothing.
struct StoreAge: Sendable {
  private let start: Int
  private let elapsed: @Sendable () -> Duration

  /// Continues from the last use that is stored.
  init(from lastUse: Int, clock: some Clock<Duration>) {
    start = lastUse
    let opened = clock.now
    elapsed = { opened.duration(to: clock.now) }
  }

  /// How long the current server has run.
  var running: Duration { elapsed() }

  var seconds: Int { start + Int(elapsed().components.seconds) }
}

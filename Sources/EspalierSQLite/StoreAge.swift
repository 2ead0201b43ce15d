/// The seconds that the servers of one file have run, all together: by these a store tells what nobody used for long.
///
/// Only the monotonic clock advances them. A wall clock that jumps, or is wrong at the start, therefore deletes nothing.
struct StoreAge: Sendable {
  private let start: Int
  private let elapsed: @Sendable () -> Duration

  /// Goes on from the last use that is stored.
  init(from lastUse: Int, clock: some Clock<Duration>) {
    start = lastUse
    let opened = clock.now
    elapsed = { opened.duration(to: clock.now) }
  }

  /// How long the file's server runs this time.
  var running: Duration { elapsed() }

  var seconds: Int { start + Int(elapsed().components.seconds) }
}

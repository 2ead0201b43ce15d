/// How long a site has been there, by the clock that it was given.
struct Uptime: Sendable {
  private let read: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  var now: Duration { read() }
}

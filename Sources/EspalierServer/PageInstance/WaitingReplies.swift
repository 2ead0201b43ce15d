import EspalierHTTP

/// Replies that wait, each for its own reason and until its time is over. Used only in its instance's lane.
struct WaitingReplies<Reason> {
  typealias Reply = @Sendable (isolated PageInstance) -> Void

  private struct Waiting {
    var reason: Reason
    let reply: Reply
    let timer: Task<Void, Never>
  }

  private var waiting: [Int: Waiting] = [:]
  private var next = 0

  /// Adds a reply under a new number, which is returned. `timer` makes the task that ends the waiting.
  mutating func add(_ reply: @escaping Reply, for reason: Reason, timer: (Int) -> Task<Void, Never>) -> Int {
    next += 1
    waiting[next] = Waiting(reason: reason, reply: reply, timer: timer(next))
    return next
  }

  /// The reply under a number, if it still waits.
  mutating func take(_ number: Int) -> Reply? {
    guard let waiting = waiting.removeValue(forKey: number) else { return nil }
    waiting.timer.cancel()
    return waiting.reply
  }

  /// Takes all replies, or those whose reason is over, in the order in which they were added.
  mutating func takeAll(where isOver: (Reason) -> Bool = { _ in true }) -> [Reply] {
    waiting.filter { isOver($0.value.reason) }.keys.sorted().compactMap { take($0) }
  }

  func contains(where waitsFor: (Reason) -> Bool) -> Bool { waiting.values.contains { waitsFor($0.reason) } }

  /// Changes what the replies wait for.
  mutating func update(_ change: (inout Reason) -> Void) {
    for number in waiting.keys { if var entry = waiting[number] { change(&entry.reason); waiting[number] = entry } }
  }
}

extension PageInstance {
  /// Runs work in the lane at a time of the site's clock, unless the task is cancelled before.
  nonisolated func later(at time: Duration, _ work: @escaping @Sendable (isolated PageInstance) -> Void) -> Task<
    Void, Never
  > {
    Task { [weak self, siteClock] in
      await siteClock.sleep(until: time)
      if !Task.isCancelled { self?.submit(work) }
    }
  }
}

import EspalierHTTP
import EspalierServer

/// Applies faults to the messages to one browser, in order. A plan for each channel decides the fates.
actor FaultLine {
  /// The kinds of messages that are counted separately.
  enum Channel: Hashable { case stream, reply }

  /// A message on its way.
  struct Message: Sendable {
    let size: Int
    /// Delivers the message according to its fate, which is never `held`.
    let arrive: @Sendable (FaultPlan.Fate) -> Void
  }

  /// How long a fault waits for the next message, which may never come. After that, a held message is delivered, and a
  /// stream that lost its last event ends, because a client cannot notice a gap without an event after it.
  static let patience = Duration.seconds(1)

  nonisolated let faults: Faults
  private nonisolated let lane: Lane
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the lane lives as long as the line.
    unsafe lane.asUnownedSerialExecutor()
  }

  private let clock: any Clock<Duration>
  private var plans: [Channel: FaultPlan] = [:]
  private var held: Message?
  /// The number of messages held so far. Identifies the held message.
  private var holds = 0
  private var delayed: [(message: Message, fate: FaultPlan.Fate)] = []

  init(_ faults: Faults, lane: Lane, clock: any Clock<Duration>) {
    self.faults = faults
    self.lane = lane
    self.clock = clock
  }

  /// Adds a message after the earlier ones. Without a channel, only the delay applies to it.
  nonisolated func pass(_ message: Message, on channel: Channel?) {
    lane.enter { self.assumeIsolated { $0.take(message, on: channel) } }
  }

  private func take(_ message: Message, on channel: Channel?) {
    let fate = channel.map { plans[$0, default: FaultPlan(faults)].fate(of: message.size) }
    switch fate {
    case .held? where held == nil: return hold(message)
    case .lost?: send(message, .lost)
    case .held?, .whole?: send(message, .whole)
    case let other?: send(message, other)
    case nil:
      release()
      return send(message, .whole)
    }
    if fate != .lost { release() }
  }

  private func hold(_ message: Message) {
    held = message
    holds += 1
    Task { [holds] in
      try? await clock.sleep(for: Self.patience)
      if holds == self.holds { release() }
    }
  }

  private func release() {
    guard let message = held else { return }
    held = nil
    send(message, .whole)
  }

  private func send(_ message: Message, _ fate: FaultPlan.Fate) {
    guard faults.delay > .zero else { return message.arrive(fate) }
    delayed.append((message, fate))
    Task {
      try? await clock.sleep(for: faults.delay)
      // Always the first message: tasks that sleep equally long may wake in any order.
      let first = delayed.removeFirst()
      first.message.arrive(first.fate)
    }
  }
}

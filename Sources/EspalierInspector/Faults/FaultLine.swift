import EspalierHTTP
import EspalierServer

/// The messages to one browser on their way through its faults: decided by its plans, performed in order.
actor FaultLine {
  /// What is counted apart.
  enum Channel: Hashable { case stream, reply }

  /// Something that is to arrive.
  struct Message: Sendable {
    let size: Int
    /// Lets it arrive, as its fate has it; never asked to hold it.
    let arrive: @Sendable (FaultPlan.Fate) -> Void
  }

  /// How long something waits for a next message, where none may ever come: what is held then goes on, and a stream that lost its last
  /// event ends, because a gap with nothing behind it could not be noticed.
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
  /// How many were held so far: names the one that is.
  private var holds = 0
  private var delayed: [(message: Message, fate: FaultPlan.Fate)] = []

  init(_ faults: Faults, lane: Lane, clock: any Clock<Duration>) {
    self.faults = faults
    self.lane = lane
    self.clock = clock
  }

  /// Takes a message in, behind those that came before; without a channel nothing happens to it but the delay.
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
      // The first, whoever's time it is: two that sleep equally long may wake in any order.
      let first = delayed.removeFirst()
      first.message.arrive(first.fate)
    }
  }
}

import EspalierHTTP
import EspalierServer
import Synchronization

/// A stream that passes through its browser's faults. The page writes to `source`, and the connection reads from
/// `arrival`.
final class FaultyStream: Sendable {
  private let source: EventStream
  /// The stream with the faults.
  let arrival: EventStream
  private let lab: FaultLab
  private let browser: String?
  private let arrived = Atomic(0)

  /// Starts to carry events from the source. A stream has only one reader, so the source must not have one yet.
  init(_ source: EventStream, limit: Int, for browser: String?, in lab: FaultLab) {
    self.source = source
    self.lab = lab
    self.browser = browser
    arrival = EventStream(limit: limit, heartbeat: source.heartbeat)
    arrival.onClose { [source] _ in source.finish(.gone) }
    let isFirst = source.attach(wake: { self.carrySoon() })
    precondition(isFirst, "a stream must not have a reader before its faults are applied")
    carrySoon()
  }

  /// Carries events in the lab's lane, because the source calls this while it holds its lock.
  private func carrySoon() { lab.lane.submit { self.carry() } }

  /// Passes on the events of the source. Each event is one piece, as the page sent it.
  private func carry() {
    while true {
      switch source.take(atMost: .max, park: {}) {
      case .bytes(let event):
        pass(FaultLine.Message(size: event.count) { self.arrive(Array(event), $0) }, on: .stream)
      case .nothing: return
      case .end(let end):
        return pass(FaultLine.Message(size: 0) { _ in self.arrival.finish(end) }, on: nil)
      }
    }
  }

  private func pass(_ message: FaultLine.Message, on channel: FaultLine.Channel?) {
    guard let line = lab.line(for: browser) else { return message.arrive(.whole) }
    line.pass(message, on: channel)
  }

  private func arrive(_ event: [UInt8], _ fate: FaultPlan.Fate) {
    switch fate {
    case .whole, .held: send(event)
    case .twice:
      send(event)
      send(event)
    case .cut(let count):
      send(Array(event.prefix(count)))
      arrival.finish(.broken)
    case .lost: endUnlessMoreComes()
    }
  }

  private func send(_ bytes: [UInt8]) {
    arrived.add(1, ordering: .relaxed)
    // The browser reads too slowly, so the stream breaks. The browser reconnects and gets the rest.
    if arrival.send(bytes) == .full { arrival.finish(.broken) }
  }

  private func endUnlessMoreComes() {
    let before = arrived.load(ordering: .relaxed)
    Task {
      try? await lab.clock.sleep(for: FaultLine.patience)
      if arrived.load(ordering: .relaxed) == before { arrival.finish(.broken) }
    }
  }
}

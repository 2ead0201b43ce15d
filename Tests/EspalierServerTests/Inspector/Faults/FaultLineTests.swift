import EspalierTestSupport
import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

@Suite struct FaultLineTests {
  /// A fault line and the messages that arrived through it.
  private struct Setting {
    let clock = ManualClock()
    let arrived = Lock<[String]>([])
    let line: FaultLine

    init(_ faults: Faults) {
      line = FaultLine(faults, lane: Lane(elsewhere: { work in Task { work() } }), clock: clock)
    }

    func pass(_ name: String, on channel: FaultLine.Channel? = .stream) {
      let message = FaultLine.Message(size: 100) { [arrived] fate in
        arrived.withLock { $0.append(fate == .whole ? name : "\(name) \(fate)") }
      }
      line.pass(message, on: channel)
    }

    func waitFor(_ names: [String]) async {
      let end = ContinuousClock.now + .seconds(10)
      while arrived.withLock({ $0 }) != names, ContinuousClock.now < end { await Task.yield() }
      #expect(arrived.withLock { $0 } == names)
    }
  }

  @Test func `a held message arrives after the next one on the stream`() {
    let setting = Setting(Faults(reorder: 2))
    for name in ["1", "2"] { setting.pass(name) }
    setting.pass("a", on: .reply)
    for name in ["3", "4", "5"] { setting.pass(name) }
    #expect(setting.arrived.withLock { $0 } == ["1", "a", "2", "3", "5", "4"])
  }

  @Test func `a held message continues when none follows, and before the end of its stream`() async {
    let setting = Setting(Faults(reorder: 1))
    setting.pass("1")
    await setting.clock.advance(by: FaultLine.patience, whenAsleep: 1)
    await setting.waitFor(["1"])
    setting.pass("2")
    setting.pass("end", on: nil)
    await setting.waitFor(["1", "2", "end"])
  }

  @Test func `a delayed message arrives later and in order`() async {
    let setting = Setting(Faults(delay: .seconds(2), cut: 3))
    for name in ["1", "2", "3"] { setting.pass(name) }
    await setting.clock.advance(by: .seconds(1), whenAsleep: 3)
    #expect(setting.arrived.withLock { $0 } == [])
    await setting.clock.advance(by: .seconds(1), whenAsleep: 3)
    await setting.waitFor(["1", "2", "3 cut(after: 50)"])
  }

  @Test func `a lost message neither holds another one nor releases one`() {
    let setting = Setting(Faults(drop: 2, reorder: 2))
    for name in ["1", "2", "3", "4", "5"] { setting.pass(name) }
    #expect(setting.arrived.withLock { $0 } == ["1", "2 lost", "4 lost", "5", "3"])
  }
}

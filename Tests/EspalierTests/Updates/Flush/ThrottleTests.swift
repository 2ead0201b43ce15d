import Testing

@testable import Espalier

/// Repeated requests run at once first, and then once per window.
@Suite struct ThrottleTests {
  /// The keys and times in milliseconds of all runs, if these keys are requested at these times and waiting ones run in
  /// time.
  private func runs(_ calls: [(key: String, at: Int)], edge: Throttle<String>.Edge = .leading) -> [String] {
    var throttle = Throttle<String>(window: .milliseconds(50), edge: edge)
    var runs: [String] = []
    func wait(until time: Duration) {
      while let next = throttle.next, next <= time {
        runs += throttle.take(at: next).map { "\($0) \(Int(next / .milliseconds(1)))" }
      }
    }
    for call in calls {
      wait(until: .milliseconds(call.at))
      if throttle.ask(call.key, at: .milliseconds(call.at)) { runs.append("\(call.key) \(call.at)") }
    }
    wait(until: .seconds(1))
    return runs
  }

  @Test func `the first request runs at once, and later ones together at the end of each window (CON-13)`() {
    #expect(runs([("a", 0), ("a", 10), ("a", 20), ("a", 60)]) == ["a 0", "a 50", "a 100"])
  }

  @Test func `keys are independent (CON-13, H-A29)`() {
    #expect(runs([("a", 0), ("b", 5), ("a", 10), ("b", 20)]) == ["a 0", "b 5", "a 50", "b 55"])
  }

  @Test func `with the trailing edge, one run at the end of the window, which later requests do not delay (CON-13)`() {
    #expect(runs([("a", 0), ("a", 10), ("a", 20)], edge: .trailing) == ["a 50"])
    #expect(runs([("a", 0), ("a", 49), ("a", 60)], edge: .trailing) == ["a 50", "a 110"])
  }

  @Test func `after a pause the first request runs at once again`() {
    #expect(runs([("a", 0), ("a", 50), ("a", 200)]) == ["a 0", "a 50", "a 200"])
  }

  @Test func `a waiting request does not run twice, however late it is taken`() {
    var throttle = Throttle<String>(window: .milliseconds(50))
    let answers = [0, 10, 70].map { throttle.ask("a", at: .milliseconds($0)) }
    #expect(answers == [true, false, true])
    let late = throttle.take(at: .milliseconds(80))
    #expect(late.isEmpty && throttle.next == nil)
  }

  @Test(arguments: [Throttle<String>.Edge.leading, .trailing])
  func `without a window nothing waits`(edge: Throttle<String>.Edge) {
    var throttle = Throttle<String>(window: .zero, edge: edge)
    let answers = (0..<3).map { _ in throttle.ask("a", at: .zero) }
    #expect(answers == [true, true, true] && throttle.next == nil)
  }
}

import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

@Suite struct LaneTests {
  /// Counts without a lock: only correct if the lane lets one thread in at a time.
  private final class Counter: @unchecked Sendable {
    // Sendable: only used in the lane under test.
    var count = 0
  }

  private actor Tenant {
    nonisolated let lane: Lane
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      // Safe: the tenant owns its lane.
      unsafe lane.asUnownedSerialExecutor()
    }
    var count = 0
    init(_ lane: Lane) { self.lane = lane }
    func increase() { count += 1 }
    nonisolated func increaseInPlace() { lane.enter { self.assumeIsolated { $0.count += 1 } } }
  }

  @Test func `an idle lane runs work in place`() {
    let lane = Lane(elsewhere: { _ in Issue.record("nothing should go elsewhere") })
    let counter = Counter()
    lane.enter { counter.count += 1 }
    #expect(counter.count == 1)
  }

  @Test func `work that arrives while the lane is busy runs afterwards, in order`() {
    let lane = Lane(elsewhere: { $0() })
    let order = Lock<[Int]>([])
    lane.enter {
      lane.enter { order.withLock { $0.append(2) } }
      lane.enter { order.withLock { $0.append(3) } }
      order.withLock { $0.append(1) }
    }
    #expect(order.withLock { $0 } == [1, 2, 3])
  }

  @Test func `work submitted for other threads runs in order, whichever thread comes first`() {
    let threads = Lock<[@Sendable () -> Void]>([])
    let lane = Lane(elsewhere: { work in threads.withLock { $0.append(work) } })
    let order = Lock<[Int]>([])
    for number in 1...3 { lane.submit { order.withLock { $0.append(number) } } }
    for work in threads.withLock({ $0 }).reversed() { work() }
    #expect(order.withLock { $0 } == [1, 2, 3])
  }

  @Test func `threads and an actor's jobs take turns in the lane`() async {
    let lane = Lane(elsewhere: { work in Task.detached { work() } })
    let tenant = Tenant(lane)
    await withTaskGroup { group in
      for number in 0..<2000 {
        group.addTask { if number.isMultiple(of: 2) { await tenant.increase() } else { tenant.increaseInPlace() } }
      }
    }
    await tenant.increase()
    #expect(await tenant.count == 2001)
  }

  @Test func `work handed over many times does not use more stack`() {
    let workers = Workers()
    let counter = Counter()
    // With one more stack frame for each, this would end the process.
    for _ in 0..<200_000 { workers.run { counter.count += 1 } }
    workers.settle()
    #expect(counter.count == 200_000)
  }
}

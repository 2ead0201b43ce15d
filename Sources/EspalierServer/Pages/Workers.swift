import Synchronization

/// The threads that lanes leave work to: the server's loops, in turn; the caller's own where there is no server.
final class Workers: Sendable {
  private let loops = Lock<@Sendable () -> [Loop]>({ [] })
  private let next = Atomic(0)

  func use(_ loops: @escaping @Sendable () -> [Loop]) { self.loops.withLock { $0 = loops } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let loops = loops.withLock { $0 }()
    guard !loops.isEmpty else { return work() }
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    loops[Int(UInt(bitPattern: turn) % UInt(loops.count))].run(work)
  }
}

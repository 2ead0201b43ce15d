import EspalierLocks
import Synchronization

/// The threads that lanes leave work to: the server's loops, in turn; the caller's own where there is no server.
final class Workers: Sendable {
  /// Not a bare closure: Swift wraps one that stands in a generic lock once more each time it is looked at.
  private struct Source {
    var loops: @Sendable () -> [Loop] = { [] }
  }

  private let source = Lock(Source())
  private let next = Atomic(0)

  func use(_ loops: @escaping @Sendable () -> [Loop]) { source.withLock { $0.loops = loops } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let loops = source.withLock { $0.loops }()
    guard !loops.isEmpty else { return work() }
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    loops[Int(UInt(bitPattern: turn) % UInt(loops.count))].run(work)
  }
}

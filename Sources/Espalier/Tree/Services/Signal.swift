import EspalierLocks

/// Tells many listeners what happens, on whatever thread it does: what a service says to the pages that show it.
///
/// ```swift
/// final class Stock: Sendable {
///   let changed = Signal<Price>()
///   func set(_ price: Price) { changed.send(price) }
/// }
/// ```
///
/// Nodes listen by `listen(to:)`. Nothing is remembered for those who come later. Cost of sending: one call for each
/// listener.
public final class Signal<Value: Sendable>: Sendable {
  private struct Listeners {
    var next = 0
    var deliver: [(number: Int, deliver: @Sendable (Value) -> Void)] = []
  }

  private let listeners = Lock(Listeners())

  /// Nobody listens yet.
  public init() {}

  /// Tells all who listen at this moment, in the order in which they began to.
  public func send(_ value: Value) {
    // Called outside the lock: who is told may listen, end or send.
    for listener in listeners.withLock({ $0.deliver }) { listener.deliver(value) }
  }

  /// How many listen.
  public var listenerCount: Int { listeners.withLock { $0.deliver.count } }

  func add(_ deliver: @escaping @Sendable (Value) -> Void) -> Int {
    listeners.withLock { listeners in
      listeners.next += 1
      listeners.deliver.append((listeners.next, deliver))
      return listeners.next
    }
  }

  func remove(_ number: Int) {
    listeners.withLock { listeners in
      // In order, so half of them need not be looked at.
      var (low, high) = (0, listeners.deliver.count)
      while low < high {
        let middle = (low + high) / 2
        if listeners.deliver[middle].number < number { low = middle + 1 } else { high = middle }
      }
      if low < listeners.deliver.count, listeners.deliver[low].number == number { listeners.deliver.remove(at: low) }
    }
  }
}

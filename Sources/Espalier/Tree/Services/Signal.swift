import EspalierLocks

/// A value that changes, and that tells its listeners on whatever thread it does: how a service talks to the pages that
/// show it, and how one model is shown in several places.
///
/// ```swift
/// let star = Signal(Star(isSet: false))        // with a current value: a listener gets it at once
/// star.update { $0.isSet = true }              // and again whenever it changes
///
/// let prices = Signal<Price>()                 // without one: a listener gets each price that is sent from then on
/// prices.send(price)
/// ```
///
/// Nodes listen by `listen(to:)`. Cost of sending: one call for each listener.
public final class Signal<Value: Sendable>: Sendable {
  /// A value, and how many there were before it.
  struct Current {
    var value: Value
    var version: Int
  }

  fileprivate struct State {
    var current: Current?
    var last = 0
    var listeners: [(number: Int, deliver: @Sendable (Value) -> Void)] = []
  }

  fileprivate let state: Lock<State>

  /// A signal without a current value: it remembers nothing for those who listen later.
  public init() { state = Lock(State()) }

  /// A signal with a current value.
  public init(_ value: Value) { state = Lock(State(current: Current(value: value, version: 0))) }

  /// The current value; nil for a signal that was made without one.
  public var value: Value? { current?.value }

  /// Tells all who listen at this moment, in the order in which they began. It is the current value from then on, if the
  /// signal has one.
  public func send(_ value: Value) {
    let listeners = state.withLock { state in
      state.current = state.current.map { Current(value: value, version: $0.version + 1) }
      return state.listeners
    }
    // Called outside the lock: a listener may listen, cancel or send.
    for listener in listeners { listener.deliver(value) }
  }

  /// How many listen.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  var current: Current? { state.withLock { $0.current } }

  func add(_ deliver: @escaping @Sendable (Value) -> Void) -> Int {
    state.withLock { state in
      state.last += 1
      state.listeners.append((state.last, deliver))
      return state.last
    }
  }

  func remove(_ number: Int) {
    state.withLock { state in
      // In order, so half of them need not be looked at.
      var (low, high) = (0, state.listeners.count)
      while low < high {
        let middle = (low + high) / 2
        if state.listeners[middle].number < number { low = middle + 1 } else { high = middle }
      }
      if low < state.listeners.count, state.listeners[low].number == number { state.listeners.remove(at: low) }
    }
  }
}

extension Signal where Value: Equatable {
  /// Changes the current value, any number of its fields at once, and tells all who listen if it is another one then. Does
  /// nothing where there is no current value. The closure runs alone, so it must not ask this signal for anything.
  public func update(_ change: (inout Value) -> Void) {
    let changed = state.withLock { state -> State? in
      guard let old = state.current else { return nil }
      var value = old.value
      change(&value)
      if value == old.value { return nil }
      state.current = Current(value: value, version: old.version + 1)
      return state
    }
    guard let changed, let value = changed.current?.value else { return }
    for listener in changed.listeners { listener.deliver(value) }
  }
}

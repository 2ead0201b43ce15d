import EspalierLocks

/// A source of values that notifies its listeners. A service uses it to send values to the pages that show it, and
/// several places can show one model with it. It is thread-safe: listeners are called on the thread that sends.
///
/// ```swift
/// let star = Signal(Star(isSet: false))        // with a current value: a listener gets it at once
/// star.update { $0.isSet = true }              // and again whenever it changes
///
/// let prices = Signal<Price>()                 // without one: a listener gets each price that is sent from then on
/// prices.send(price)
/// ```
///
/// Nodes listen with `listen(to:)`. Cost of sending: one call for each listener.
public final class Signal<Value: Sendable>: Sendable {
  /// A value, and the number of values before it.
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

  /// A signal without a current value. It stores nothing for later listeners.
  public init() { state = Lock(State()) }

  /// A signal with a current value.
  public init(_ value: Value) { state = Lock(State(current: Current(value: value, version: 0))) }

  /// The current value; nil for a signal without one.
  public var value: Value? { current?.value }

  /// Sends a value to all current listeners, in the order in which they started to listen. If the signal has a current
  /// value, this value replaces it.
  public func send(_ value: Value) {
    let listeners = state.withLock { state in
      state.current = state.current.map { Current(value: value, version: $0.version + 1) }
      return state.listeners
    }
    // Called outside the lock: a listener may listen, cancel or send.
    for listener in listeners { listener.deliver(value) }
  }

  /// The number of listeners.
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
      // The listeners are in the order of their numbers, so a binary search finds the number.
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
  /// Changes the current value, any number of its fields at once, and sends it to all listeners if it has changed. Does
  /// nothing if there is no current value. The closure runs while the signal is locked, so it must not use this signal.
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

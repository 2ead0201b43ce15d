import EspalierLocks
import Synchronization

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
/// Nodes listen with `listen(to:)`; code outside of pages listens with `listen(named:_:)`. Cost of sending: one call for
/// each listener.
public final class Signal<Value: Sendable>: Sendable {
  /// A value, and the number of values before it.
  struct Current {
    var value: Value
    var version: Int
  }

  fileprivate struct State {
    var current: Current?
    var last = 0
    /// How often the listeners were cleared.
    var clearings = 0
    var listeners: [Listener] = []
    /// The keys of saved entries that cannot be read.
    var unreadable: [String] = []
    /// Called before each change; nil for nothing.
    var willChange: (@Sendable () -> Void)?

    /// Adds a listener, or replaces the one with its name.
    mutating func add(_ deliver: @escaping @Sendable (Value) -> Void, named name: String?) -> Place {
      if let name, let index = listeners.firstIndex(where: { $0.name == name }) {
        var place = listeners[index].place
        place.replaced += 1
        listeners[index] = Listener(place: place, name: name, deliver: deliver)
        return place
      }
      last += 1
      let place = Place(number: last)
      listeners.append(Listener(place: place, name: name, deliver: deliver))
      return place
    }
  }

  fileprivate struct Listener {
    let place: Place
    var name: String?
    let deliver: @Sendable (Value) -> Void
  }

  /// A listener's number in the order, and how many listeners with its name it follows.
  struct Place: Hashable {
    let number: Int
    var replaced = 0
  }

  fileprivate let state: Lock<State>
  /// Whether `beforeChanges` was called.
  private let isAnnounced = Atomic(false)

  /// A signal without a current value. It stores nothing for later listeners.
  public init() { state = Lock(State()) }

  /// A signal with a current value.
  public init(_ value: Value) { state = Lock(State(current: Current(value: value, version: 0))) }

  /// The current value; nil for a signal without one.
  public var value: Value? { current?.value }

  /// The keys of the saved entries of a dictionary that this version of the program cannot read, as texts. They stay in
  /// the store, and a new entry with one of them could not be saved. "" stands for a value that is saved as a whole. Empty
  /// unless the service is provided with `onUnreadable: .keep`.
  public var unreadableKeys: [String] { state.withLock { $0.unreadable } }

  /// Sends a value to all current listeners, in the order in which they started to listen. If the signal has a current
  /// value, this value replaces it.
  public func send(_ value: Value) {
    announceChange()
    let listeners = state.withLock { state in
      state.current = state.current.map { Current(value: value, version: $0.version + 1) }
      return state.listeners
    }
    // Called outside the lock: a listener may listen, cancel or send.
    for listener in listeners { listener.deliver(value) }
  }

  /// Calls a closure with each value that is sent from now on, on the thread that sends, until the result is cancelled
  /// or the listeners are cleared.
  ///
  /// ```swift
  /// prices.listen(named: "log") { log.append($0) }
  /// ```
  ///
  /// A listener with the name of an earlier one replaces it and takes its place in the order.
  @discardableResult
  public func listen(
    named name: String? = nil, _ handler: @escaping @Sendable (Value) -> Void
  ) -> any Cancellable & Sendable {
    SignalListener(of: self, at: state.withLock { $0.add(handler, named: name) })
  }

  /// Ends all listening to this signal, that of nodes too, also for values that are already on their way. Nodes that have
  /// listened do not listen again when they come back to a page.
  public func removeAllListeners() {
    state.withLock { state in
      state.listeners = []
      state.clearings += 1
    }
  }

  /// The number of listeners.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  var current: Current? { state.withLock { $0.current } }

  /// Looks at the current value while nobody can change it; nil if there is none.
  func inspect<Result: Sendable>(_ look: (Current) -> Result) -> Result? {
    state.withLock { state in state.current.map { look($0) } }
  }

  func note(unreadable: [String]) { state.withLock { $0.unreadable = unreadable } }

  /// Sets a closure that each change calls first, on the thread that changes the value. Then no thread holds the
  /// signal's lock, so the closure may wait.
  func beforeChanges(_ closure: @escaping @Sendable () -> Void) {
    state.withLock { $0.willChange = closure }
    isAnnounced.store(true, ordering: .releasing)
  }

  /// Calls the closure of `beforeChanges`.
  fileprivate func announceChange() {
    guard isAnnounced.load(ordering: .acquiring) else { return }
    state.withLock { $0.willChange }?()
  }

  /// How often the listeners were cleared.
  var clearings: Int { state.withLock { $0.clearings } }

  /// Adds a listener. Returns nil, and adds none, if the listeners were cleared since.
  func add(_ deliver: @escaping @Sendable (Value) -> Void, since clearings: Int) -> Place? {
    state.withLock { state in clearings == state.clearings ? state.add(deliver, named: nil) : nil }
  }

  func remove(_ place: Place) {
    state.withLock { state in
      // The listeners are in the order of their numbers, so a binary search finds the number.
      var (low, high) = (0, state.listeners.count)
      while low < high {
        let middle = (low + high) / 2
        if state.listeners[middle].place.number < place.number { low = middle + 1 } else { high = middle }
      }
      if low < state.listeners.count, state.listeners[low].place == place { state.listeners.remove(at: low) }
    }
  }
}

extension Signal where Value: Equatable {
  /// Changes the current value, any number of its fields at once, and sends it to all listeners if it has changed. Does
  /// nothing if there is no current value. The closure runs while the signal is locked, so it must not use this signal.
  public func update(_ change: (inout Value) -> Void) {
    announceChange()
    replace { current in
      var value = current.value
      change(&value)
      return value
    }?()
  }

  /// Replaces the current value. Returns what sends it to all listeners; nil if it has not changed. The closure runs while
  /// the signal is locked.
  func replace(_ next: (Current) -> Value) -> (@Sendable () -> Void)? {
    let changed = state.withLock { state -> State? in
      guard let old = state.current else { return nil }
      let value = next(old)
      if value == old.value { return nil }
      state.current = Current(value: value, version: old.version + 1)
      return state
    }
    guard let changed, let value = changed.current?.value else { return nil }
    return { for listener in changed.listeners { listener.deliver(value) } }
  }
}

/// The listening of code outside of pages.
private final class SignalListener<Value: Sendable>: Cancellable, Sendable {
  private let signal: Signal<Value>
  private let place: Signal<Value>.Place

  init(of signal: Signal<Value>, at place: Signal<Value>.Place) {
    self.signal = signal
    self.place = place
  }

  func cancel() { signal.remove(place) }
}

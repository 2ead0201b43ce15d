/// Decides when something is done that may be asked for again and again: each key seldom, and never at the cost of
/// another one.
///
/// ```swift
/// var throttle = Throttle<String>(window: .milliseconds(50))
/// throttle.ask("total", at: .milliseconds(0))         // true: do it now
/// throttle.ask("total", at: .milliseconds(10))        // false: it waits
/// throttle.next                                       // 50 ms: when to look again
/// throttle.take(at: .milliseconds(50))                // ["total"]: do it now
/// ```
///
/// A pure decision: it knows no clock, and times may count from any moment. Cost: constant for each question, linear in
/// the keys with a window for `take` and `next`.
package struct Throttle<Key: Hashable & Sendable>: Sendable {
  /// What happens to the first question after a rest.
  package enum Edge: Sendable {
    /// It is answered at once, and what is asked in the window after that at the window's end.
    case leading
    /// It waits for the end of a window, with all that is asked meanwhile. Later ones do not put it off.
    case trailing
  }

  private struct Window {
    var end: Duration
    var isAwaited: Bool
  }

  /// How long a window is; none where this is zero.
  package let window: Duration
  private let edge: Edge
  private var windows: [Key: Window] = [:]

  /// No window is open yet.
  package init(window: Duration, edge: Edge = .leading) {
    self.window = window
    self.edge = edge
  }

  // Closures and not key paths: in a generic type, each of those is built anew at every call.

  /// When the first of those is due that wait; nil where none does.
  package var next: Duration? { windows.values.lazy.filter { $0.isAwaited }.map { $0.end }.min() }

  /// Whether it is to be done now. What waits is told by `take`.
  package mutating func ask(_ key: Key, at now: Duration) -> Bool {
    if let open = windows[key], now < open.end {
      windows[key]?.isAwaited = true
      return false
    }
    let wasAwaited = windows[key]?.isAwaited ?? false
    open(key, at: now)
    if edge == .leading || wasAwaited || window == .zero { return true }
    windows[key]?.isAwaited = true
    return false
  }

  /// Those that waited and are to be done now.
  package mutating func take(at now: Duration) -> [Key] {
    let ended = windows.filter { $0.value.end <= now }
    let due = ended.filter { $0.value.isAwaited }.keys
    for key in ended.keys { windows[key] = nil }
    if edge == .leading { for key in due { open(key, at: now) } }
    return Array(due)
  }

  /// It was done without having been asked for: the next one waits.
  mutating func note(_ key: Key, at now: Duration) { open(key, at: now) }

  /// Nobody waits any more; windows stay open.
  mutating func settle() {
    for key in windows.keys { windows[key]?.isAwaited = false }
  }

  private mutating func open(_ key: Key, at now: Duration) {
    windows[key] = Window(end: now + window, isAwaited: false)
  }
}

/// Limits how often the action of a key runs. Each key has its own time window, so a busy key does not delay another
/// one.
///
/// ```swift
/// var throttle = Throttle<String>(window: .milliseconds(50))
/// throttle.ask("total", at: .milliseconds(0))         // true: do it now
/// throttle.ask("total", at: .milliseconds(10))        // false: it waits
/// throttle.next                                       // 50 ms: when to look again
/// throttle.take(at: .milliseconds(50))                // ["total"]: do it now
/// ```
///
/// A pure decision: it uses no clock, and times may count from any moment. Cost: `ask` is constant; `take` and `next`
/// are linear in the number of keys with a window.
package struct Throttle<Key: Hashable & Sendable>: Sendable {
  /// When the first request of a quiet key runs.
  package enum Edge: Sendable {
    /// The first request runs at once. Requests within the window after it run together at the window's end.
    case leading
    /// The first request waits until the end of a window, and runs together with later ones. Later requests don't delay
    /// it.
    case trailing
  }

  private struct Window {
    var end: Duration
    var isAwaited: Bool
  }

  /// The length of a window. With zero, every request runs at once.
  package let window: Duration
  private let edge: Edge
  private var windows: [Key: Window] = [:]

  /// A throttle without open windows.
  package init(window: Duration, edge: Edge = .leading) {
    self.window = window
    self.edge = edge
  }

  // Closures, not key paths: in a generic type, every call would build the key path again.

  /// When the next waiting request is due; nil if none waits.
  package var next: Duration? { windows.values.lazy.filter { $0.isAwaited }.map { $0.end }.min() }

  /// Returns whether the action should run now. If not, a later `take` returns its key.
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

  /// Returns the waiting keys whose action should run now.
  package mutating func take(at now: Duration) -> [Key] {
    let ended = windows.filter { $0.value.end <= now }
    let due = ended.filter { $0.value.isAwaited }.keys
    for key in ended.keys { windows[key] = nil }
    if edge == .leading { for key in due { open(key, at: now) } }
    return Array(due)
  }

  /// Notes that the action ran without a request: the next request waits.
  mutating func note(_ key: Key, at now: Duration) { open(key, at: now) }

  /// Drops all waiting requests. Windows stay open.
  mutating func settle() {
    for key in windows.keys { windows[key]?.isAwaited = false }
  }

  private mutating func open(_ key: Key, at now: Duration) {
    windows[key] = Window(end: now + window, isAwaited: false)
  }
}

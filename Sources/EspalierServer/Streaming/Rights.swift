import Espalier
import EspalierLocks

/// The right of somebody to follow a page, while a stream or a request for patches is open. It ends with the session or
/// the person that it needs. Any thread may use it.
final class Rights: Sendable {
  private struct State {
    /// Ends what follows the page.
    var end: (@Sendable () -> Void)?
  }

  /// Why the right has ended; nil if it has not.
  let refusal: @Sendable () -> IdentityRule.Refusal?
  private let state = Lock(State())

  init(_ refusal: @escaping @Sendable () -> IdentityRule.Refusal?) { self.refusal = refusal }

  /// Sets what ends when the right ends.
  func onEnd(_ end: @escaping @Sendable () -> Void) { state.withLock { $0.end = end } }

  /// Ends what follows the page if the right has ended. Returns whether it goes on.
  @discardableResult
  func check() -> Bool {
    if refusal() == nil { return true }
    state.withLock { $0 }.end?()
    return false
  }
}

/// The rights that are in use, by browser.
final class BrowserRights: Sendable {
  private let all = Lock<[String: [ObjectIdentifier: Rights]]>([:])

  func add(_ rights: Rights, of browser: String) {
    all.withLock { $0[browser, default: [:]][ObjectIdentifier(rights)] = rights }
  }

  func remove(_ rights: Rights, of browser: String) {
    all.withLock { all in
      all[browser]?[ObjectIdentifier(rights)] = nil
      if all[browser]?.isEmpty == true { all[browser] = nil }
    }
  }

  /// The rights of a browser.
  subscript(browser: String) -> [Rights] { all.withLock { $0[browser]?.values.map(\.self) ?? [] } }
}

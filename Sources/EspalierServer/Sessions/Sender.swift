package import Espalier
import EspalierHTTP
import EspalierLocks

/// Who sent a request, or who owns a page: a browser with its sessions, and a person if the site knows who it is. Any
/// thread may use it.
package final class Sender: Visitor, SessionKeeper {
  /// The change of the cookie that the answer to the request must tell the browser.
  enum CookieChange: Sendable, Equatable {
    case none
    /// The browser's session was renewed.
    case renewed(secret: String)
    /// The browser was forgotten.
    case ended
  }

  private struct State {
    var services: BrowserServices?
    /// The id in the cookie. It differs from the browser's own id if requests name the person.
    var cookieID: String?
    /// The secret in the cookie, or the one that this request has set.
    var secret: String?
    /// The event that it sends.
    var event: BrowserSecret.SentEvent?
    var change = CookieChange.none
    /// Whether the request is answered, so that no cookie can be set any more.
    var isAnswered = false
  }

  /// The browser that the cookie names; nil without a valid cookie.
  let browser: String?
  /// The person whom the request names.
  let person: Identification.Person?
  /// The renewed session for whose old cookie the request was made, for as long as the event that renewed it may be
  /// repeated.
  let outdated: BrowserServices?
  private let site: SiteServices
  private let rules: Identification.Rules
  private let log: Log
  /// Ends the streams and waiting requests of a browser whose session is renewed.
  private let cut: @Sendable (BrowserServices) -> Void
  private let state: Lock<State>

  init(
    _ browser: String?, cookie: BrowserCookie?, services: BrowserServices?, person: Identification.Person?,
    outdated: BrowserServices? = nil, site: SiteServices, rules: Identification.Rules, log: Log,
    isAnswered: Bool = false, cut: @escaping @Sendable (BrowserServices) -> Void = { _ in }
  ) {
    (self.browser, self.person, self.outdated) = (browser, person, outdated)
    (self.site, self.rules, self.log, self.cut) = (site, rules, log, cut)
    state = Lock(
      State(services: services, cookieID: cookie?.browser, secret: cookie?.secret, isAnswered: isAnswered))
  }

  /// What the site keeps for the browser; nil if the browser is unknown.
  var services: BrowserServices? { state.withLock { $0.services } }

  /// The id of a browser with this id in its cookie. Another person at the same browser has another id, so that nobody
  /// sees the pages of the person before.
  static func browser(_ id: String, for person: Identification.Person?) -> String {
    person.map { "\(id)/\($0.key)" } ?? id
  }

  /// Whether the cookie is still the browser's. Another request may have renewed or ended the session since this one
  /// arrived.
  var isCurrent: Bool {
    let (services, secret) = state.withLock { ($0.services, $0.secret) }
    return services.map { !$0.hasEnded && $0.secret.admits(secret) } ?? true
  }

  /// Notes which event it sends.
  func note(_ event: BrowserSecret.SentEvent?) { state.withLock { $0.event = event } }

  /// Notes which browser it is, for a client that has shown it without a cookie. `id` is the id in its next cookie.
  func adopt(_ services: BrowserServices, id: String?) {
    state.withLock { state in
      if state.services == nil { (state.services, state.cookieID) = (services, id) }
    }
  }

  /// The cookie's change, once: the request is being answered.
  func takeChange() -> CookieChange {
    state.withLock { state in
      defer { (state.change, state.isAnswered) = (.none, true) }
      return state.change
    }
  }

  /// The id in the cookie.
  var cookieID: String? { state.withLock { $0.cookieID } }

  /// Repeats the change of the cookie for an event whose first answer was lost.
  func repeatChange(secret: String) {
    state.withLock { ($0.change, $0.secret) = (.renewed(secret: secret), secret) }
  }

  // MARK: Visitor

  /// The browser's session with a value of this type.
  package func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>? {
    services?.resolve(SessionValue<Value>.self, site).map { Session($0, keeper: self) }
  }

  /// The person, from the request or from a session.
  package func identity<Identity>(_ type: Identity.Type) -> Identity? {
    if let person { return person.identity as? Identity }
    return rules.bySession?(self) as? Identity
  }

  // MARK: SessionKeeper

  /// Gives the browser another secret. The answer to the request sets the cookie.
  package func renew() -> Bool {
    guard let services, mayChange("renew()") else { return false }
    let secret = RandomID.next()
    services.secret.renew(secret, by: state.withLock { $0.event })
    state.withLock { state in
      state.secret = secret
      if state.change != .ended { state.change = .renewed(secret: secret) }
    }
    // Before anything else changes: who holds a stream with the old cookie must see nothing of it.
    cut(services)
    return true
  }

  /// Forgets the browser once the request is answered.
  package func end() {
    guard mayChange("end()") else { return }
    state.withLock { $0.change = .ended }
  }

  private func mayChange(_ call: String) -> Bool {
    guard state.withLock({ $0.isAnswered }) else { return true }
    log.write(.error, "session") {
      $0.add(
        "detail",
        """
        Session.\(call) had no effect: it was called after the answer, which sets the cookie. Call it in the handler \
        of an event, in `then` of a task that holds the reply, or in a route.
        """)
    }
    return false
  }
}

extension Request {
  /// Whether its cookie has become invalid since it arrived.
  var isOutdated: Bool { (sender as? Sender)?.isCurrent == false }
}

extension HTTPError {
  /// The sender's cookie was renewed a moment ago.
  static let outdated = HTTPError(
    .unavailable, "The session of this browser was renewed a moment ago. Send the request again."
  ).retrying(after: .seconds(1))
}

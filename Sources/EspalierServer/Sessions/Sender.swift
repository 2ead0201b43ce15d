package import Espalier
package import EspalierHTTP
import EspalierLocks

/// Who sent a request, or who owns a page: a browser with its sessions, and a person if the site knows who it is. Any
/// thread may use it.
///
/// It also notes which cookies the answer to the request must set: see `BrowserIdentity`.
package final class Sender: Visitor, SessionKeeper {
  /// What the answer to the request tells the browser.
  struct Changes: Sendable {
    enum Kind: Sendable {
      /// The browser keeps its cookie.
      case none
      /// The browser had no cookie, and gets its first.
      case first
      /// The browser's session was renewed.
      case renewed
      /// The browser was forgotten.
      case ended
    }

    var kind = Kind.none
    /// The cookie that the browser has, or gets now.
    var cookie: BrowserCookie?
    /// The path at which the cookie of a tab is used up.
    var tabPath: String?
  }

  private struct State {
    var browser: String?
    var services: BrowserServices?
    /// The event that it sends.
    var event: BrowserSecret.SentEvent?
    var changes: Changes
    /// Whether the request is answered, so that no cookie can be set any more.
    var isAnswered = false
  }

  /// The person whom the request names.
  let person: Identification.Person?
  /// The renewed session for whose old cookie the request was made, for as long as the event that renewed it may be
  /// repeated.
  let outdated: BrowserServices?
  /// Whether the site keeps sessions or knows people.
  fileprivate let isVisitor: Bool
  private let identification: Identification
  /// The browser that the cookie of the request names.
  private let named: String?
  /// The id for its first cookie; nil for a random one.
  private let newBrowser: String?
  private let state: Lock<State>

  init(
    _ browser: String?, cookie: BrowserCookie?, services: BrowserServices?, person: Identification.Person?,
    outdated: BrowserServices? = nil, newBrowser: String? = nil, isVisitor: Bool, isAnswered: Bool = false,
    by identification: Identification
  ) {
    self.newBrowser = newBrowser
    (self.person, self.outdated, self.isVisitor) = (person, outdated, isVisitor)
    self.identification = identification
    named = browser
    state = Lock(
      State(browser: browser, services: services, changes: Changes(cookie: cookie), isAnswered: isAnswered))
  }

  /// The id of a browser with this id in its cookie. Another person at the same browser has another id, so that nobody
  /// sees the pages of the person before.
  static func browser(_ id: String, for person: Identification.Person?) -> String {
    person.map { "\(id)/\($0.key)" } ?? id
  }

  /// The id in the cookie of a browser.
  static func cookieID(of browser: String) -> String { String(browser.prefix(32)) }

  /// The browser that the cookie names; nil without a valid cookie.
  var browser: String? {
    // Only a sender with an outdated cookie may get another browser: see `readmit`.
    outdated == nil ? named : state.withLock { $0.browser }
  }

  /// What the site keeps for the browser; nil if the browser is unknown.
  var services: BrowserServices? { state.withLock { $0.services } }

  /// Whether the cookie is still the browser's. Another request may have renewed or ended the session since this one
  /// arrived.
  var isCurrent: Bool {
    // Then the site keeps nothing for browsers.
    if !isVisitor { return true }
    let (services, secret) = state.withLock { ($0.services, $0.changes.cookie?.secret) }
    return services.map { !$0.hasEnded && $0.secret.admits(secret) } ?? true
  }

  /// Whether the browser is new. Nothing of it is saved, unless this is the second attempt of its first event.
  var isNew: Bool { state.withLock { $0.changes.kind == .first } }

  /// Notes which event it sends.
  func note(_ event: BrowserSecret.SentEvent?) { state.withLock { $0.event = event } }

  // MARK: Cookies

  /// Gives a browser without a cookie its first one. Returns the browser.
  func introduce() -> String {
    state.withLock { state in
      if let browser = state.browser { return browser }
      let cookie = state.changes.cookie ?? BrowserCookie(newBrowser ?? RandomID.next())
      if state.changes.cookie == nil { (state.changes.cookie, state.changes.kind) = (cookie, .first) }
      return Self.browser(cookie.browser, for: person)
    }
  }

  /// The request is refused: it gives no first cookie, and uses up no other.
  func withdraw() {
    state.withLock { state in
      if state.changes.kind == .first { (state.changes, state.services) = (Changes(), nil) }
      state.changes.tabPath = nil
    }
  }

  /// Whether the session was renewed or has ended.
  var changesSession: Bool { state.withLock { $0.changes.kind == .renewed || $0.changes.kind == .ended } }

  /// What the request has changed of the session was not saved, so the browser keeps the cookie that it has.
  func keepCookie() {
    state.withLock { if $0.changes.kind != .first { ($0.changes.kind, $0.changes.cookie) = (.none, nil) } }
  }

  /// Notes which browser it is, for a client that has shown it without a cookie.
  func adopt(_ services: BrowserServices) {
    state.withLock { state in
      if state.services != nil { return }
      state.services = services
      if state.changes.cookie == nil { state.changes.cookie = BrowserCookie(Self.cookieID(of: services.browser)) }
    }
  }

  /// Gives it the session whose renewal it repeats, and the new cookie again: the first answer was lost.
  func readmit(to services: BrowserServices, secret: String) {
    let cookie = BrowserCookie(Self.cookieID(of: services.browser), secret: secret)
    state.withLock { state in
      (state.browser, state.services) = (services.browser, services)
      (state.changes.kind, state.changes.cookie) = (.renewed, cookie)
    }
  }

  /// The load of a page uses up the cookie of its tab.
  func useTab(at path: String) { state.withLock { $0.changes.tabPath = path } }

  /// What the answer tells the browser, once: the request is being answered.
  func takeChanges() -> Changes {
    state.withLock { state in
      defer { (state.changes.kind, state.changes.tabPath, state.isAnswered) = (.none, nil, true) }
      return state.changes
    }
  }

  // MARK: Visitor

  /// The browser's session with a value of this type.
  package func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>? {
    services?.resolve(SessionValue<Value>.self, identification.services).map { Session($0, keeper: self) }
  }

  /// The person, from the request or from a session.
  package func identity<Identity>(_ type: Identity.Type) -> Identity? {
    if let person { return person.identity as? Identity }
    return identification.rules.bySession?(self) as? Identity
  }

  // MARK: SessionKeeper

  /// Gives the browser another secret. The answer to the request sets the cookie.
  package func renew() -> Bool {
    guard let services, mayChange("renew()") else { return false }
    let secret = RandomID.next()
    // This ends the streams with the old cookie before anything else changes: who holds one must see nothing of it.
    services.secret.renew(secret, by: state.withLock { $0.event })
    state.withLock { state in
      state.changes.cookie?.secret = secret
      if state.changes.kind != .ended { state.changes.kind = .renewed }
    }
    return true
  }

  /// Forgets the browser once the request is answered.
  package func end() {
    guard mayChange("end()") else { return }
    services?.records?.session?.end()
    state.withLock { $0.changes.kind = .ended }
  }

  private func mayChange(_ call: String) -> Bool {
    guard state.withLock({ $0.isAnswered }) else { return true }
    identification.log.write(.error, "session") {
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
  /// The browser that sent the request, as the site knows it; nil without a valid cookie.
  var browser: String? { (sender as? Sender)?.browser }

  /// The browser that sent the request. A browser without a cookie gets its first one with the answer.
  @discardableResult
  package func introduceBrowser() -> String { (sender as? Sender)?.introduce() ?? RandomID.next() }

  /// The sender, if the site keeps sessions or knows people.
  var visitor: Sender? { (sender as? Sender).flatMap { $0.isVisitor ? $0 : nil } }

  /// Whether its cookie has become invalid since it arrived.
  var isOutdated: Bool { (sender as? Sender)?.isCurrent == false }
}

extension HTTPError {
  /// The sender's cookie was renewed a moment ago.
  static let outdated = HTTPError(
    .unavailable, "The session of this browser was renewed a moment ago. Send the request again."
  ).retrying(after: .seconds(1))
}

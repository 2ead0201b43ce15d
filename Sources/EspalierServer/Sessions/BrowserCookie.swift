import EspalierHTTP
import Espalier
import EspalierLocks

/// The cookie that identifies a browser: 128 random bits, and 128 more once a session of the browser was renewed.
struct BrowserCookie: Sendable, Hashable {
  /// The browser's id.
  let browser: String
  /// The secret that a renewed session requires; nil before the first renewal.
  var secret: String?

  /// The cookie of a browser.
  init(_ browser: String, secret: String? = nil) { (self.browser, self.secret) = (browser, secret) }

  /// The cookie that a request carries; nil if it carries none, or an invalid one. Refuses a request with two of these
  /// cookies: somebody else set one, and nothing shows which.
  static func read(_ request: Request) throws(HTTPError) -> BrowserCookie? {
    let name = name(for: request)
    let sent = request.cookies.pairs.filter { $0.name == name }
    guard let text = sent.first?.value else { return nil }
    guard sent.count == 1 else {
      throw HTTPError(
        .badHeader,
        """
        The browser sent two cookies named \(name), and another site or path may have set one; \
        delete the cookies of this site.
        """,
        field: "Cookie")
    }
    let (browser, secret) = (String(text.prefix(32)), String(text.dropFirst(32)))
    guard RandomID.isValid(browser), secret.isEmpty || RandomID.isValid(secret) else { return nil }
    return BrowserCookie(browser, secret: secret.isEmpty ? nil : secret)
  }

  /// Over TLS the name begins with `__Host-`. A browser then accepts the cookie only from this host, over TLS and for
  /// all paths. Neither another host of the domain nor a page without TLS can set it.
  private static func name(for request: Request) -> String { request.isSecure ? "__Host-espalier" : "espalier" }

  /// The cookie as the value of `Set-Cookie`. Browsers keep it for `days` days. If the request came over TLS, they send
  /// it over TLS only. Its parts are safe, so nothing checks them, as `SetCookie` would for each new browser.
  func header(for request: Request, days: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(160)
    text.append(Self.name(for: request))
    text.append("=")
    text.append(browser)
    if let secret { text.append(secret) }
    text.append("; Path=/; Max-Age=")
    // Browsers allow 400 days at most (RFC 6265bis, 5.5).
    text.append(String(min(max(days, 1), 400) * 86_400))
    text.append(request.isSecure ? "; Secure; HttpOnly; SameSite=Lax" : "; HttpOnly; SameSite=Lax")
    return String(decoding: text, as: UTF8.self)
  }
}

/// The cookie by which a tab finds its own tree again when it loads a page of scope `tab` once more. The page's URL does
/// not name the tab, so that the URL can be shared.
///
/// The browser's module sets the cookie for some seconds while the tab leaves the page. One load uses it up, so that
/// another tab gets its own tree. Without JavaScript, the URL after a form names the tab.
enum TabCookie {
  /// The tab that the cookie names, if there is one.
  static func tab(of request: Request) -> String? {
    request.cookies[WireName.tabCookie].flatMap { RandomID.isValidShort($0) ? $0 : nil }
  }

  /// Removes the cookie of a path, as the value of `Set-Cookie`.
  static func removal(at path: String) throws(HTTPError) -> String {
    var cookie = SetCookie(WireName.tabCookie, "")
    (cookie.path, cookie.maxAge, cookie.isHTTPOnly) = (path, 0, false)
    return try cookie.headerValue()
  }
}

/// The browsers that got their cookie in the last day. Once a day, reading a page renews the cookie's lifetime.
final class CookieRenewals: Sendable {
  private struct State {
    /// Hashes instead of ids, because a site may have many browsers and an id is a string of its own. Two browsers with one hash
    /// share their renewal: then one of them keeps its cookie's older lifetime for a day.
    var browsers: Set<Int> = []
    var start = Duration.zero
  }

  /// How many browsers are remembered. A forgotten browser gets its cookie sooner.
  private let capacity: Int
  private let state = Lock(State())

  init(capacity: Int = 50_000) { self.capacity = capacity }

  /// Whether a browser must get its cookie again. If so, records that it got it.
  func take(_ browser: String, at now: Duration) -> Bool {
    let hash = browser.hashValue
    return state.withLock { state in
      let isOld = now - state.start >= .seconds(86_400)
      if !isOld && state.browsers.count < capacity { return state.browsers.insert(hash).inserted }
      if !isOld && state.browsers.contains(hash) { return false }
      state = State(start: now)
      state.browsers.insert(hash)
      return true
    }
  }
}

/// The secret that a browser's cookie must have, once a session of the browser was renewed. Any thread may use it.
final class BrowserSecret: Sendable {
  /// An event that names itself, so that its repeat is known: by its id and by what it does.
  struct SentEvent: Sendable, Equatable {
    let id: String
    let fingerprint: String

    /// What is saved of it. Whoever does not know the id, which is random, cannot guess the data by it, such as a password.
    fileprivate var mark: String { Fingerprint.of(Array("\(id) \(fingerprint)".utf8)) }
  }

  /// What is known of the last renewal.
  private struct Renewal: Codable, Sendable, Equatable {
    /// The secret before.
    var before = ""
    /// The mark of the event whose handler renewed the session.
    var event: String?
    /// In seconds since 1970.
    var time: Int64 = 0
  }

  /// How long a request with the cookie from before a renewal is asked to try again. It may have crossed the answer with
  /// the new cookie.
  private static let crossing = Duration.seconds(10)
  /// How long the event that renewed the session may be repeated with the old cookie. Clients repeat for a minute.
  private static let repeating = Duration.seconds(90)

  /// Empty before the first renewal.
  private let value = SessionValue("")
  private let renewal = SessionValue(Renewal())
  /// When the last renewal was, by the clock of this server.
  private let heard = Lock<Duration?>(nil)
  private let clock: SiteClock

  init(_ clock: SiteClock) {
    self.clock = clock
    renewal.signal.listen { [heard, clock] renewal in
      // Clocks of servers may differ.
      let age = Duration.seconds(max(0, Timestamp.now.milliseconds / 1000 - renewal.time))
      heard.withLock { $0 = clock.now - age }
    }
  }

  /// What a store keeps of the secret.
  func record(isShared: Bool) -> SignalRecord { value.record(as: SessionRecords.secret, isShared: isShared) }
  /// What a store keeps of the last renewal. It must be restored before the secret: a request between the two is still
  /// admitted with the old cookie.
  func recordOfRenewal(isShared: Bool) -> SignalRecord { renewal.record(as: "~renewal", isShared: isShared) }

  /// Calls a closure after each renewal, on the thread that hears of it.
  func onRenewal(_ call: @escaping @Sendable () -> Void) { value.onChange(call) }

  private var current: String { value.signal.value ?? "" }
  private var last: Renewal { renewal.signal.value ?? Renewal() }
  private func wasHeard(within time: Duration) -> Bool { heard.withLock { $0 }.map { clock.now - $0 < time } ?? false }

  /// Whether a session of the browser was renewed at any time.
  var isSet: Bool { current != "" }

  /// Whether a cookie with this secret is the browser's.
  func admits(_ given: String?) -> Bool {
    let wanted = current
    return wanted.isEmpty || Self.areEqual(wanted, given ?? "")
  }

  /// Whether a cookie was the browser's before the last renewal, and the event that renewed the session may still be
  /// repeated.
  func admittedBefore(_ given: String?) -> Bool {
    Self.areEqual(last.before, given ?? "") && wasHeard(within: Self.repeating)
  }

  /// Whether requests may cross the answer with the new cookie.
  var isCrossing: Bool { wasHeard(within: Self.crossing) }

  /// Requires another secret from now on. `event` is the event whose handler asks for it.
  func renew(_ new: String, by event: SentEvent?) {
    let before = current
    let time = Timestamp.now.milliseconds / 1000
    renewal.update { $0 = Renewal(before: before, event: event?.mark, time: time) }
    value.update { $0 = new }
  }

  /// The current secret, for a repeat of the event that renewed the session: the answer with the new cookie was lost.
  func current(forRepeatOf event: SentEvent?) -> String? {
    guard let event, last.event == event.mark else { return nil }
    return current
  }

  /// Compares in a time that does not depend on where the texts differ.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

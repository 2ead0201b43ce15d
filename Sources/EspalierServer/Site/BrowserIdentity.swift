import Espalier
import EspalierHTTP

/// How a site knows the browser that sent a request. Nothing else reads or sets its cookies.
///
/// - On the way in, `decide` reads the cookie. The request then carries a `Sender`: the browser, its session, the person.
/// - While the request is handled, the sender notes what changes: a browser without a cookie gets its first one
///   (`Sender.introduce`), a handler renews or ends the session (`Session`), a tab has used up its cookie.
/// - On the way out, `settingCookies` tells the browser, whatever made the answer.
///
/// Whether a client without a cookie may use an instance is decided in the instance's lane: see `Router.admitted`.
struct BrowserIdentity: Sendable {
  let site: SiteCore

  // MARK: In

  /// The request with its sender.
  func decide(_ request: Request) throws(HTTPError) -> Request {
    let cookie = try BrowserCookie.read(request)
    let rules = site.identification.rules
    let person = rules.byRequest?(request)
    let browser = cookie.map { Sender.browser($0.browser, for: person) }
    let services =
      rules.keepsSessions ? try browser.map { (id) throws(HTTPError) in try self.services(of: id, request) } : nil
    func sender(_ browser: String?, _ cookie: BrowserCookie?, outdated: BrowserServices? = nil) -> Sender {
      Sender(
        browser, cookie: cookie, services: browser == nil ? nil : services, person: person, outdated: outdated,
        isVisitor: rules.isUsed, by: site.identification)
    }
    guard let services, services.hasEnded || !services.secret.admits(cookie?.secret) else {
      return request.sent(by: sender(browser, cookie))
    }
    // A cookie from before the session was renewed is worth nothing.
    return request.sent(
      by: sender(nil, nil, outdated: services.secret.admittedBefore(cookie?.secret) ? services : nil))
  }

  /// What the site keeps for a browser. A client that invents cookies must not keep the store busy.
  private func services(of browser: String, _ request: Request) throws(HTTPError) -> BrowserServices {
    if site.store != nil, !site.services.knows(browser) { try site.checkInstanceRate(request) }
    return try site.services(of: browser)
  }

  // MARK: A tab

  /// The tab that a request comes from, if it says so: in its URL, or in the cookie of a tab that loads its page again.
  func tab(of request: Request) throws(HTTPError) -> String? {
    guard let tab = request.query[WireName.tab] else { return TabCookie.tab(of: request) }
    guard RandomID.isValidShort(tab) else {
      throw HTTPError(.unprocessable, "The field \"tab\" must be 16 hexadecimal digits.", field: WireName.tab)
    }
    return tab
  }

  /// The load of a page uses up the cookie of its tab, if there is one.
  func useTab(at location: PageLocation, _ request: Request) {
    guard request.cookies[WireName.tabCookie] != nil else { return }
    (request.sender as? Sender)?.useTab(at: site.prefix.added(to: location.path))
  }

  // MARK: An event

  /// Admits an event whose cookie is from before a renewal, if it repeats the event that renewed the session: the answer
  /// with the new cookie was lost.
  func readmit(_ request: Request, for event: EventRequest) throws(HTTPError) {
    guard let sender = request.sender as? Sender, let outdated = sender.outdated else { return }
    if let secret = outdated.secret.current(forRepeatOf: event.renewing) {
      sender.readmit(to: outdated, secret: secret)
    } else if outdated.secret.isCrossing {
      throw .outdated
    }
  }

  /// Tells the sender which event it sends. A sender without a cookie gets the session of the browser whose page it is;
  /// on a shared page, the session of a new browser.
  func adopt(_ request: Request, sending event: EventRequest, to instance: PageInstance) throws(HTTPError) {
    guard let sender = request.sender as? Sender, site.identification.rules.keepsSessions else { return }
    sender.note(event.renewing)
    if sender.services == nil { sender.adopt(try site.services(of: instance.browser ?? sender.introduce())) }
  }

  // MARK: Out

  /// The answer to a request, with the cookies that its browser must get. Once a day, a visit begins the lifetime of the
  /// browser's cookie again.
  func settingCookies(_ response: Response, _ request: Request, isVisit: Bool = true) -> Response {
    guard let sender = request.sender as? Sender else { return response }
    let changes = sender.takeChanges()
    var cookie = changes.cookie
    switch changes.kind {
    case .none: if !isVisit || !mayBeginAgain(sender, with: response) { cookie = nil }
    case .first: break
    case .renewed: if let services = sender.services { site.services.keep(services) }
    case .ended:
      let next = BrowserCookie(RandomID.next())
      if let services = sender.services {
        forget(services, request, next: Sender.browser(next.browser, for: sender.person))
      }
      cookie = next
    }
    var texts: [String] = []
    if let cookie, site.cookieRenewals.take(cookie.browser, at: site.siteClock.now) || changes.kind != .none {
      // As long as the store keeps what belongs to it.
      texts.append(cookie.header(for: request, days: site.store?.keepingDays ?? 30))
      if changes.kind == .none { touch(sender, request) }
    }
    if let path = changes.tabPath, let text = try? TabCookie.removal(at: path) { texts.append(text) }
    if texts.isEmpty { return response }
    var response = response
    for text in texts { response.headers.append(.setCookie, text) }
    return response
  }

  /// Whether the lifetime of a cookie that the browser keeps may begin again with a response. A cookie from before a
  /// renewal must not replace the new one. Caches keep a permanent redirect, and pass it on to other browsers.
  private func mayBeginAgain(_ sender: Sender, with response: Response) -> Bool {
    sender.browser != nil && sender.isCurrent && response.status != .permanentRedirect
  }

  /// Visiting the site is using what it keeps.
  private func touch(_ sender: Sender, _ request: Request) {
    guard let services = sender.services else { return }
    do { try site.services.touch(services) } catch {
      _ = site.metrics.store.fail(.save, error, site.log, for: request)
    }
  }

  /// Forgets a browser: its streams, its pages, its services and what the store has of them. The browser is `next` from
  /// now on.
  private func forget(_ services: BrowserServices, _ request: Request, next: String) {
    site.services.forget(services)
    site.instances.remove(of: services.browser)
    site.streams.end(of: services.browser)
    do { try site.services.delete(services) } catch {
      site.metrics.store.failures.add()
      _ = site.metrics.store.fail(.save, error, site.log, for: request)
    }
    site.surroundings.notices.move(from: services.browser, to: next)
  }
}

extension EventRequest {
  /// By what a repeat of the event is known; nil if it cannot be.
  fileprivate var renewing: BrowserSecret.SentEvent? {
    (id ?? idByLoad).map { BrowserSecret.SentEvent(id: $0, fingerprint: fingerprint) }
  }
}

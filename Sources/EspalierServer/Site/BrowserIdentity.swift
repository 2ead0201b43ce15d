import Espalier
import EspalierHTTP

/// How a site knows the browser that sent a request. Nothing else reads or sets its cookies.
///
/// - On the way in, `decide` reads the cookie. The request then carries a `Sender`: the browser, its session, the person.
/// - While the request is handled, the sender notes what changes: a browser without a cookie gets its first one
///   (`Sender.introduce`), a handler renews or ends the session (`Session`), a tab has used up its cookie.
/// - On the way out, `give` tells the browser, whatever made the answer.
///
/// Whether a client without a cookie may use an instance is decided in the instance's lane: see `Router.admitted`.
struct BrowserIdentity: Sendable {
  let site: SiteCore

  // MARK: In

  /// The request with its sender. The store has to be asked if it has not answered yet what it has of the site's own
  /// services, or if the browser's services are not in memory.
  func decide(_ request: Request) throws(HTTPError) -> Found<Request> {
    guard site.services.isRead else {
      return .asked { reply in
        site.services.whenRead {
          do throws(HTTPError) {
            switch try decide(request) {
            case .here(let request): reply(.success(request))
            case .asked(let ask): ask(reply)
            }
          } catch {
            reply(.failure(error))
          }
        }
      }
    }
    let cookie = try BrowserCookie.read(request)
    let rules = site.identification.rules
    let person = rules.byRequest?(request)
    guard rules.keepsSessions, let cookie else { return .here(sent(request, cookie, person, nil)) }
    let browser = Sender.browser(cookie.browser, for: person)
    switch try site.services.sender(browser) {
    case .here(let services): return .here(sent(request, cookie, person, services))
    case .asked(let ask):
      // A client that invents cookies must not keep the store busy.
      if site.saves != nil, site.services.known(browser) == nil { try site.checkInstanceRate(request) }
      // Nobody waits for a database that is away.
      if site.node?.isUp == false {
        guard let remembered = remembered(request, cookie, person) else { throw .noDatabase }
        return .here(remembered)
      }
      return .asked { reply in
        ask { services in
          switch services {
          case .success(let services): reply(.success(sent(request, cookie, person, services)))
          case .failure(let error):
            reply(remembered(request, cookie, person).map { .success($0) } ?? .failure(error))
          }
        }
      }
    }
  }

  /// The request with the session as this node last read it, to show a page while the database is away; nil if the node does
  /// not know the browser. A cookie that does not fit may be newer than what the node knows, so it is not refused here.
  private func remembered(_ request: Request, _ cookie: BrowserCookie, _ person: Identification.Person?) -> Request? {
    guard request.method == .get || request.method == .head,
      let services = site.services.remembered(Sender.browser(cookie.browser, for: person)),
      services.hasEnded || services.secret.admits(cookie.secret)
    else { return nil }
    return sent(request, cookie, person, services)
  }

  /// The request with its sender, for a page that it follows, without a question to the store. Nil if this server knows nothing
  /// of the browser.
  func again(_ request: Request) throws(HTTPError) -> Request? {
    guard site.services.isRead else { return nil }
    let cookie = try BrowserCookie.read(request)
    let rules = site.identification.rules
    let person = rules.byRequest?(request)
    guard rules.keepsSessions, let cookie else { return sent(request, cookie, person, nil) }
    let browser = Sender.browser(cookie.browser, for: person)
    // The person is another one now, or unknown.
    if browser != request.browser { return sent(request, cookie, person, nil) }
    return site.services.remembered(browser).map { sent(request, cookie, person, $0) }
  }

  /// The request with its sender. A cookie from before the session was renewed is worth nothing.
  private func sent(
    _ request: Request, _ cookie: BrowserCookie?, _ person: Identification.Person?, _ services: BrowserServices?
  ) -> Request {
    let isOutdated = services.map { $0.hasEnded || !$0.secret.admits(cookie?.secret) } ?? false
    let before = isOutdated && services?.secret.admittedBefore(cookie?.secret) == true ? services : nil
    let current = isOutdated ? nil : cookie
    return request.sent(
      by: Sender(
        current.map { Sender.browser($0.browser, for: person) }, cookie: current, services: isOutdated ? nil : services,
        person: person, outdated: before, newBrowser: request.way.newBrowser,
        isVisitor: site.identification.rules.isUsed,
        by: site.identification))
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
  func adopt(_ request: Request, sending event: EventRequest, to instance: PageInstance) {
    guard let sender = request.sender as? Sender, site.identification.rules.keepsSessions else { return }
    sender.note(event.renewing)
    if sender.services == nil { sender.adopt(instance.owner?.services ?? site.services.begin(sender.introduce())) }
  }

  // MARK: Out

  /// Gives the answer to a request, with the cookies that its browser must get. Once a day, a visit begins the lifetime of
  /// the browser's cookie again. A browser that signs out gets its answer when the store has forgotten it.
  func give(_ response: Response, to answer: Answer, for request: Request, isVisit: Bool = true) {
    guard let sender = request.sender as? Sender else {
      answer(response)
      return
    }
    if !isSaved(response) { sender.keepCookie() }
    let changes = sender.takeChanges()
    var cookie = changes.cookie
    switch changes.kind {
    case .none: if !isVisit || !mayBeginAgain(sender, with: response) { cookie = nil }
    case .first: break
    case .renewed: if let services = sender.services { site.services.keep(services) }
    case .ended: cookie = BrowserCookie(RandomID.next())
    }
    var texts: [String] = []
    if let cookie, site.cookieRenewals.take(cookie.browser, at: site.siteClock.now) || changes.kind != .none {
      // As long as the store keeps what belongs to it.
      texts.append(cookie.header(for: request, days: site.saves?.storage.keepingDays ?? 30))
      // Visiting the site is using what it keeps.
      if changes.kind == .none, let services = sender.services { site.services.touch(services) }
    }
    if let path = changes.tabPath, let text = try? TabCookie.removal(at: path) { texts.append(text) }
    let reply = response.setting(cookies: texts)
    guard case .ended = changes.kind, let services = sender.services, let cookie else {
      answer(reply)
      return
    }
    forget(services, next: Sender.browser(cookie.browser, for: sender.person)) { answer(reply) }
  }

  /// In a cluster a change of the session that is not saved counts for nothing.
  private func isSaved(_ response: Response) -> Bool {
    site.node == nil || response.status.code < 500 && !response.hasMoved
  }

  /// Whether one of several events has changed the session. The next events wait until the browser has its new cookie.
  func hasChanged(_ request: Request, by response: Response) -> Bool {
    guard let sender = request.sender as? Sender, sender.changesSession else { return false }
    if !isSaved(response) { sender.keepCookie() }
    return true
  }

  /// Whether the lifetime of a cookie that the browser keeps may begin again with a response. A cookie from before a
  /// renewal must not replace the new one. Caches keep a permanent redirect, and pass it on to other browsers.
  private func mayBeginAgain(_ sender: Sender, with response: Response) -> Bool {
    sender.browser != nil && sender.isCurrent && response.status != .permanentRedirect
  }

  /// Forgets a browser here, and what the store has of it. The browser is `next` from now on.
  private func forget(_ services: BrowserServices, next: String, _ reply: @escaping @Sendable () -> Void) {
    site.forget(services)
    site.surroundings.notices.move(from: services.browser, to: next)
    site.services.delete(services, reply)
  }
}

extension Response {
  fileprivate func setting(cookies texts: [String]) -> Response {
    if texts.isEmpty { return self }
    var response = self
    for text in texts { response.headers.append(.setCookie, text) }
    return response
  }
}

extension EventRequest {
  /// By what a repeat of the event is known; nil if it cannot be.
  fileprivate var renewing: BrowserSecret.SentEvent? {
    (id ?? idByLoad).map { BrowserSecret.SentEvent(id: $0, fingerprint: fingerprint) }
  }
}

import Espalier
import EspalierHTTP

/// Finds out who sent a request.
extension Router {
  /// The request, with its sender if the site keeps sessions or identifies people.
  func identified(_ request: Request) throws(HTTPError) -> Request {
    let rules = site.identification.rules
    guard rules.isUsed else { return request }
    try BrowserCookie.check(request)
    let (cookie, person) = (BrowserCookie(request), rules.byRequest?(request))
    let browser = cookie.map { Sender.browser($0.browser, for: person) }
    let services =
      rules.keepsSessions ? try browser.map { (id) throws(HTTPError) in try self.services(of: id, request) } : nil
    if let services, let cookie, services.hasEnded || !services.secret.admits(cookie.secret) {
      // A cookie from before the session was renewed is worth nothing.
      let outdated = services.secret.admittedBefore(cookie.secret) ? services : nil
      return request.sent(by: site.sender(nil, nil, services: nil, person: person, outdated: outdated))
    }
    return request.sent(by: site.sender(browser, cookie, services: services, person: person))
  }

  /// What the site keeps for a browser. A client that invents cookies must not keep the store busy.
  private func services(of browser: String, _ request: Request) throws(HTTPError) -> BrowserServices {
    if site.store != nil, !site.services.knows(browser) { try site.checkInstanceRate(request) }
    return try site.services(of: browser)
  }

  /// Answers a request that crossed the answer with the browser's new cookie: the browser must ask again. Returns whether
  /// it did.
  func answerOutdated(_ request: Request, _ answer: Answer) -> Bool {
    guard (request.sender as? Sender)?.outdated?.secret.isCrossing == true else { return false }
    answer(outdatedAnswer(request))
    return true
  }

  /// Asks a client to send its request again. A browser loads the page again by itself after a second.
  func outdatedAnswer(_ request: Request) -> Response {
    let response = refusal(.outdated, request)
    return request.method == .get ? response.with("Refresh", "1") : response
  }

  /// The request of an event, admitted although its cookie is from before a renewal, if it repeats the event that renewed
  /// the session: the answer with the new cookie was lost.
  func admittingRepeat(_ request: Request, of event: EventRequest) throws(HTTPError) -> Request {
    guard let sender = request.sender as? Sender, let outdated = sender.outdated else { return request }
    guard let secret = outdated.secret.current(forRepeatOf: event.sent), let cookie = BrowserCookie(request) else {
      if outdated.secret.isCrossing { throw .outdated }
      return request
    }
    let again = site.sender(
      outdated.browser, BrowserCookie(cookie.browser, secret: secret), services: outdated, person: sender.person)
    again.repeatChange(secret: secret)
    return request.sent(by: again)
  }

  /// Tells the sender which event it sends, and which browser it is if it sent no cookie. Returns the cookie that it
  /// must get; nil if it gets one already, or needs none.
  func adoptBrowser(
    _ request: Request, at instance: PageInstance, _ event: EventRequest
  ) throws(HTTPError) -> String? {
    guard let sender = request.sender as? Sender, site.identification.rules.keepsSessions else { return nil }
    sender.note(event.sent)
    if sender.services != nil { return nil }
    if let browser = instance.browser {
      sender.adopt(try site.services(of: browser), id: String(browser.prefix(32)))
      return nil
    }
    let id = RandomID.next()
    sender.adopt(try site.services(of: Sender.browser(id, for: sender.person)), id: id)
    return try newCookie(for: id, request)
  }
}

extension SiteCore {
  func sender(
    _ browser: String?, _ cookie: BrowserCookie?, services: BrowserServices?, person: Identification.Person?,
    outdated: BrowserServices? = nil
  ) -> Sender {
    Sender(
      browser, cookie: cookie, services: services, person: person, outdated: outdated, site: self.services,
      rules: identification.rules, log: log
    ) { [streams, instances] services in
      streams.end(of: services.browser)
      instances.endPolls(of: services.browser)
    }
  }
}

extension EventRequest {
  /// By what a repeat of the event is known; nil if it cannot be.
  fileprivate var sent: BrowserSecret.SentEvent? {
    (id ?? idByLoad).map { BrowserSecret.SentEvent(id: $0, fingerprint: fingerprint) }
  }
}

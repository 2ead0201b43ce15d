import Espalier
import EspalierHTTP
import EspalierLocks

/// Who may see a page, send an event or use a route.
extension Router {
  /// Refuses a sender who does not meet a rule.
  func admit(_ rule: IdentityRule?, _ request: Request) throws(HTTPError) {
    if let refusal = rule?.refusal(request.visitor) { throw HTTPError(refusal) }
  }

  /// Answers a request that was admitted before it waited, if its right has ended meanwhile. Returns whether it did.
  func answerRefused(_ refusal: IdentityRule.Refusal?, _ request: Request, _ answer: Answer) -> Bool {
    guard let refusal else { return false }
    answer(self.refusal(HTTPError(refusal), request))
    return true
  }

  /// Answers a request that crossed the answer with the browser's new cookie: the browser must ask again. Returns whether
  /// it did.
  func answerOutdated(_ request: Request, _ answer: Answer) -> Bool {
    guard request.visitor?.outdated?.secret.isCrossing == true else { return false }
    answer(outdatedAnswer(request))
    return true
  }

  /// Asks a client to send its request again. A browser loads the page again by itself after a second.
  func outdatedAnswer(_ request: Request) -> Response {
    let response = refusal(.outdated, request)
    return request.method == .get ? response.with("Refresh", "1") : response
  }

  /// The right of a request to follow a page, which is asked again while it does; nil if everybody may follow the page.
  /// The session is asked each time, and the request, which may carry a password, once in each heartbeat.
  func rights(_ rule: IdentityRule?, _ request: Request) -> Rights? {
    guard let rule else { return nil }
    let (clock, interval) = (site.siteClock, site.httpLimits.heartbeat)
    let asked = Lock(clock.now)
    return Rights { [self] in
      if let refusal = rule.refusal(request.visitor) { return refusal }
      let isDue = asked.withLock { asked in
        guard clock.now - asked >= interval else { return false }
        asked = clock.now
        return true
      }
      if !isDue { return nil }
      // A store that does not answer takes nobody's right.
      guard let again = (try? identity.again(request)) ?? nil else { return nil }
      return again.browser == request.browser ? rule.refusal(again.visitor) : .unidentified
    }
  }

  /// The answer to a sender who is unknown: the way to the sign-in page, and back to the URL `back`; otherwise the answer
  /// with the challenge that a 401 needs. Returns any other answer as it is.
  func leadingToSignIn(_ response: Response, _ request: Request, back: String) -> Response {
    guard response.status == .unauthorized, request.visitor != nil else { return response }
    let rules = site.identification.rules
    if let url = rules.signIn?(back) {
      let isRead = request.method == .get || request.method == .head
      let headers: Headers = [.location: url, .cacheControl: "no-store"]
      switch isRead ? nil : PageReply(request) {
      case nil where request.best(of: Self.formats)?.isSame(as: .html) == true, .redirect:
        return Response(.seeOther, headers: headers)
      case .domPatch:
        let leave = Dialects(html: HTMLDialect(events: "", prefix: site.prefix), regions: [])
          .patch(ChangeSet().adding([.navigate(url)]), in: .dom)
        return Response(
          .ok, headers: [.contentType: MediaType.domPatch.description, .cacheControl: "no-store"], body: .bytes(leave))
      default: break
      }
    }
    return response.with("WWW-Authenticate", rules.challenge)
  }
}

import Espalier
import EspalierHTTP
import EspalierLocks

/// Who may see a page, send an event or use a route.
extension Router {
  /// Refuses a sender who does not meet a rule.
  func admit(_ rule: IdentityRule?, _ request: Request) throws(HTTPError) {
    if let refusal = rule?.refusal(request.sender as? Sender) { throw HTTPError(refusal) }
  }

  /// Answers a request that was admitted before it waited, if its right has ended meanwhile. Returns whether it did.
  func answerRefused(_ refusal: IdentityRule.Refusal?, _ request: Request, _ answer: Answer) -> Bool {
    guard let refusal else { return false }
    answer(self.refusal(HTTPError(refusal), request))
    return true
  }

  /// The right of a request to follow a page, which is asked again while it does; nil if everybody may follow the page.
  /// The session is asked each time, and the request, which may carry a password, once in each heartbeat.
  func rights(_ rule: IdentityRule?, _ request: Request) -> Rights? {
    guard let rule else { return nil }
    let (clock, interval) = (site.siteClock, site.httpLimits.heartbeat)
    let asked = Lock(clock.now)
    return Rights {
      if let refusal = rule.refusal(request.sender as? Sender) { return refusal }
      let isDue = asked.withLock { asked in
        guard clock.now - asked >= interval else { return false }
        asked = clock.now
        return true
      }
      // A store that cannot be read takes nobody's right.
      guard isDue, let again = try? identified(request) else { return nil }
      return again.browser == request.browser ? rule.refusal(again.sender as? Sender) : .unidentified
    }
  }

  /// The answer to a sender who is unknown: the way to the sign-in page, and back to the URL `back`; otherwise the answer
  /// with the challenge that a 401 needs. Returns any other answer as it is.
  func leadingToSignIn(_ response: Response, _ request: Request, back: String) -> Response {
    guard response.status == .unauthorized else { return response }
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

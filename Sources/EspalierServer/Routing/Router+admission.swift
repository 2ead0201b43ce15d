import Espalier
import EspalierHTTP

/// Who may see a page, send an event or use a route.
extension Router {
  /// Refuses a sender who does not meet a rule.
  func admit(_ rule: IdentityRule?, _ request: Request) throws(HTTPError) {
    switch rule?.refusal(request.sender as? Sender) {
    case nil: return
    case .unidentified: throw .unidentified
    case .forbidden: throw .notPermitted
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

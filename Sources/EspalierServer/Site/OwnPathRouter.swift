import EspalierHTTP

/// Answers some of the server's own paths, and nothing else.
struct OwnPathRouter: Responder {
  let router: Router
  let paths: [String]

  func respond(to request: Request, _ answer: Answer) {
    do throws(HTTPError) {
      guard request.target.canonical == nil, let path = request.plainPath,
        paths.contains(path), let reply = try router.answer(path, request)
      else { throw router.nothing(at: request) }
      answer(reply)
    } catch {
      router.site.metrics.note(error)
      answer(.problem(error, for: request))
    }
  }
}

import EspalierHTTP

extension SiteCore {
  /// The frame of an error page. It links to the page that the request was about, otherwise to the first listed page.
  func problemFrame(for request: Request) -> ProblemFrame {
    let path = request.path
    let page = page(at: path) ?? page(ofEvents: path) ?? page(ofPatches: path) ?? pages.first(where: \.isListed)
    return templates.problemFrame(at: page)
  }

  /// The frame of the error pages of requests that never reach the router, such as a body that is too large. It links to
  /// the first listed page.
  var earlyProblemFrame: ProblemFrame { templates.problemFrame(at: pages.first(where: \.isListed)) }
}

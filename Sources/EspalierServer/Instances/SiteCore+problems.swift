import EspalierHTTP

extension SiteCore {
  /// The frame of an error page. It links to the page that the request was about, otherwise to the first listed page.
  func problemFrame(for request: Request) -> ProblemFrame {
    let found = (try? location(of: request)) ?? nil
    // The page itself cannot be read, so a link to it would lead nowhere.
    if let found, found.part != .page || !found.location.page.entry.hasParameters {
      return templates.problemFrame(at: found.location)
    }
    return templates.problemFrame(at: pages.first(where: \.isListed)?.location)
  }

  /// The frame of the error pages of requests that never reach the router, such as a body that is too large. It links to
  /// the first listed page.
  var earlyProblemFrame: ProblemFrame { templates.problemFrame(at: pages.first(where: \.isListed)?.location) }
}

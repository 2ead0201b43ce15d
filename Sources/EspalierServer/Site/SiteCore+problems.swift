import EspalierHTTP

extension SiteCore {
  /// The frame of an error page. It links to the page that the request was about, and has its language; otherwise it links
  /// to the first listed page, and has the language of the sender.
  func problemFrame(for request: Request) -> ProblemFrame {
    let found = (try? location(of: request)) ?? nil
    let choice = found.map { languages.choice(of: $0.location.page, for: request) } ?? languages.choice(for: request)
    // The page itself cannot be read, so a link to it would lead nowhere.
    if let found, found.part != .page || !found.location.page.entry.hasParameters {
      return templates.problemFrame(at: found.location, choice)
    }
    return templates.problemFrame(at: pages.first(where: \.isListed)?.location, choice)
  }

  /// The frame of the error pages of requests that never reach the router, such as a body that is too large. It links to
  /// the first listed page.
  var earlyProblemFrame: ProblemFrame {
    let choice = SiteLanguages.Choice(language: languages.standard, isNegotiated: false)
    return templates.problemFrame(at: pages.first(where: \.isListed)?.location, choice)
  }
}

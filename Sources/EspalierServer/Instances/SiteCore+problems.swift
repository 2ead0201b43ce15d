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
}

import EspalierHTTP

extension SiteCore {
  /// What stands around an error's page: it leads back to the page that the request was about, else to the first one that is listed.
  func problemFrame(for request: Request) -> ProblemFrame {
    let path = request.path
    let page = page(at: path) ?? page(ofEvents: path) ?? page(ofPatches: path) ?? pages.first(where: \.isListed)
    return templates.problemFrame(at: page)
  }
}

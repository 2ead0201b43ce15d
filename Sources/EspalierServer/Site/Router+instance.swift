import EspalierHTTP
import Espalier

/// Finds the page instance that a request means.
extension Router {
  /// Finds it by the instance that the request names, otherwise by the owner of the page's trees.
  func visit(
    of location: PageLocation, _ request: Request, load: PageLoad? = nil
  ) throws(HTTPError) -> Found<Visit> {
    guard let id = request.query[WireName.instance] ?? load?.instance else {
      return .here(try visit(named: nil, of: location, request))
    }
    switch try site.visit(id: id, of: location, for: request.browser, by: request) {
    case .here(let named): return .here(try visit(named: named, of: location, request))
    case .asked(let ask):
      return .asked { [self] reply in
        ask { [self] found in
          reply(Result { () throws(HTTPError) in try visit(named: try found.get(), of: location, request) })
        }
      }
    }
  }

  private func visit(named: Visit?, of location: PageLocation, _ request: Request) throws(HTTPError) -> Visit {
    if let named { return named }
    let scope = location.page.scope
    // The page may be from before a restart: its forms name an instance that is gone, but the cookie still identifies the
    // owner.
    if request.query[WireName.instance] != nil, request.browser == nil || scope == .shared {
      throw .unknownInstance(of: location)
    }
    guard scope != .shared else {
      return site.visit(of: location, by: location.page.entry.hasParameters ? request : nil)
    }
    let tab = scope == .tab ? try identity.tab(of: request) ?? RandomID.short() : nil
    return site.visit(of: location, for: request.introduceBrowser(), tab: tab, by: request)
  }

  /// Whether a request names a tree that its client has seen before.
  func namesInstance(of page: Page, _ request: Request) -> Bool {
    if page.scope == .shared || request.query[WireName.instance] != nil { return true }
    return request.browser != nil && (page.scope == .browser || request.query[WireName.tab] != nil)
  }

  /// Runs work of a request on an instance. If it throws, or if there is no instance, `refuse` gets the error.
  func enter(
    _ visit: Visit, for request: Request, _ work: @escaping @Sendable (isolated PageInstance) throws(HTTPError) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) {
    try visit.enter(admitted(request, work, otherwise: refuse), otherwise: refuse)
  }

  /// Runs work of a request that only reads an instance, once the site's observer is ready for it.
  func read(
    _ visit: Visit, for request: Request, _ answer: Answer,
    _ work: @escaping @Sendable (isolated PageInstance) throws(HTTPError) -> Void
  ) throws(HTTPError) {
    let refuse = { @Sendable [self] (error: HTTPError) in _ = answer(refusal(error, request)) }
    let work = admitted(request, work, otherwise: refuse)
    if let observer = site.observer,
      try observer.prepare(visit, in: ToolSite(site: site), then: work, otherwise: refuse)
    {
      return
    }
    try visit.enter(work, otherwise: refuse)
  }

  /// Work that begins with the question whether a request may use the instance.
  ///
  /// A browser that refuses cookies can only show the id; its 128 random bits are enough. If the browser has sent a cookie
  /// before, a client without a cookie may have found the id in a log.
  private func admitted(
    _ request: Request, _ work: @escaping @Sendable (isolated PageInstance) throws(HTTPError) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) -> @Sendable (isolated PageInstance) -> Void {
    { instance in
      do throws(HTTPError) {
        instance.note(cookieOf: request.browser)
        if request.browser == nil && instance.isOwned && instance.needsCookie {
          throw HTTPError.unknownInstance(of: instance.location)
        }
        try work(instance)
      } catch {
        refuse(error)
      }
    }
  }
}

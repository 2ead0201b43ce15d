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

/// Where a request is answered, if several nodes are one site.
enum Destination: Sendable {
  /// How a request claims a holding that nobody has had.
  enum Claiming: Sendable {
    /// Not at all: it only reads. What it reads is the same at each node.
    case never
    /// As often as its address may make new page instances.
    case atRate
    case always
  }

  /// At the node that has it.
  case holding(Holding, Claiming)
  /// At the node that made the instance, by its instance prefix. Perhaps nobody has claimed the instance yet.
  case madeAt(String)
  /// At this node, which claims what a new browser has.
  case newBrowser(String, Holding)
  /// At any node.
  case here

  static let site = holding(.site, .always)
}

extension Router {
  /// Where a request for a page or a route is answered. If it names an instance that is not here, the store is asked whose
  /// that is.
  func destination(
    of match: PathIndex<SitePlace>.Match, _ request: Request
  ) throws(HTTPError) -> Found<Destination> {
    switch match.target {
    case .routes(let routes):
      return .here(route(of: routes, for: request)?.isOnAnyNode == true ? .here : .site)
    case .page(let page, let part):
      guard page.page.isOnAnyNode else { return .here(.site) }
      let written = try match.location(of: page, query: request.query)
      // Different nodes may show what nobody has claimed, but not if all URLs of the page name one instance.
      let isMeant =
        switch part {
        case .page: written.query.utf8.count > InstanceURL.longestQuery
        case .events: request.method == .post
        case .patches: request.method == .get
        }
      let claiming = isMeant ? Destination.Claiming.atRate : .never
      if let holding = written.holding {
        if page.page.hasOneInstance { return .here(.holding(holding, .always)) }
        // The id of an instance stands in the place of a long query.
        guard written.query.isEmpty, let id = request.query[WireName.instance] else {
          return .here(.holding(holding, claiming))
        }
        return try destination(ofInstance: id) { [site] owner throws(HTTPError) in
          .holding(try site.page(at: owner.page)?.holding ?? holding, claiming)
        }
      }
      return try destination(ofBrowserOf: request, part, claiming)
    }
  }

  /// Where a request for a page of one browser is answered.
  private func destination(
    ofBrowserOf request: Request, _ part: PageLocation.Part, _ claiming: Destination.Claiming
  ) throws(HTTPError) -> Found<Destination> {
    let person = site.identification.rules.byRequest?(request)
    func holding(_ id: String) -> Holding { .browser(Sender.browser(id, for: person)) }
    if let cookie = try BrowserCookie.read(request) { return .here(.holding(holding(cookie.browser), claiming)) }
    if let id = namedInstance(request, part) {
      return try destination(ofInstance: id) { owner in owner.browser.map { .holding(.browser($0), claiming) } ?? .here
      }
    }
    if part != .events { return .here(.here) }
    let new = RandomID.next()
    return .here(.newBrowser(new, holding(new)))
  }

  /// The instance that a request without a cookie names. The form of a page names it in its body; of several events, the
  /// first one does.
  private func namedInstance(_ request: Request, _ part: PageLocation.Part) -> String? {
    if let id = request.query[WireName.instance] { return id }
    guard part == .events else { return nil }
    let isBatch = (try? EventBatch.isBrought(by: request)) == true
    let first = isBatch ? try? EventBatch(request, depth: site.limits.jsonDepth).requests.first : request
    return first.flatMap { try? EventRequest($0, limits: site.limits) }?.load?.instance
  }

  private func destination(
    ofInstance id: String,
    _ destination: @escaping @Sendable (PersistedInstance.Owner) throws(HTTPError) -> Destination
  ) throws(HTTPError) -> Found<Destination> {
    let found = { @Sendable (owner: PersistedInstance.Owner?) throws(HTTPError) -> Destination in
      if let owner { return try destination(owner) }
      return RandomID.isValid(id) ? .madeAt(String(id.prefix(Holding.instancePrefixLength))) : .here
    }
    switch site.owner(of: id) {
    case .here(let owner): return .here(try found(owner))
    case .asked(let ask):
      return .asked { reply in
        ask { owner in reply(Result { () throws(HTTPError) in try found(try owner.get()) }) }
      }
    }
  }
}

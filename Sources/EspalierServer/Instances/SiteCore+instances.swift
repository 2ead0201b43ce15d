import EspalierHTTP
import Espalier

extension SiteCore {
  /// An owner's instance. Makes it if necessary, from its saved state.
  func instance(
    of location: PageLocation, for browser: String? = nil, tab: String? = nil, by asker: Request? = nil
  ) throws(HTTPError) -> PageInstance {
    try visit(of: location, for: browser, tab: tab, by: asker).instance
  }

  /// The location's instance with an id, if there is one. Never returns another browser's instance.
  func instance(id: String, of location: PageLocation, for browser: String?) throws(HTTPError) -> PageInstance? {
    try visit(id: id, of: location, for: browser)?.instance
  }

  /// An owner's instance, held for a request. Makes it if necessary, from its saved state. An instance that a request
  /// makes is provisional.
  func visit(
    of location: PageLocation, for browser: String? = nil, tab: String? = nil, by asker: Request? = nil
  ) throws(HTTPError) -> Visit {
    let owner = PersistedInstance.Owner(location, browser: browser, tab: tab)
    return try visit(of: location, owner, by: asker, provisionally: asker != nil)
  }

  private func visit(
    of location: PageLocation, _ owner: PersistedInstance.Owner, by asker: Request?, provisionally isProvisional: Bool
  ) throws(HTTPError) -> Visit {
    let isPermanent = location.page.hasOneInstance
    return try instances.visit(of: owner, isPermanent: isPermanent, by: asker?.group, provisionally: isProvisional) {
      (shares, footprint) throws(HTTPError) in
      try closedPages.check(owner)
      return try CrashNote.making(owner) { () throws(HTTPError) in
        let root = try location.root()
        let kept = try read { try surroundings.saves?.instance(of: owner) }
        let services = try owner.browser.map { (id) throws(HTTPError) in try self.services(of: id) }
        if let asker, kept == nil, !isPermanent { try checkInstanceRate(asker) }
        let name = kept?.name ?? PersistedInstance.Name(id: RandomID.next(), owner: owner)
        let made = PageInstance(
          location, root: root, name: name, kept: kept, services: services,
          person: (asker?.sender as? Sender)?.person,
          language: languages.choice(of: location.page, for: asker).language,
          lane: Lane(waiting: metrics.pages[location.page.path]?.waiting) { [workers] in workers.run($0) },
          footprint: footprint,
          in: surroundings, shares: shares
        ) { [weak self] sent in
          guard let self else { return false }
          return observer?.answer(sent, of: owner, in: ToolSite(site: self)) ?? answer(sent)
        }
        if let reason = made.stopReason {
          made.submit { $0.tree.end() }
          throw HTTPError.unreadable(PageStoreError(unreadable: reason))
        }
        return made
      }
    }
  }

  /// The location's instance with an id, held for a request. Makes it if only the store has it. Never returns another
  /// browser's instance, and throws for a client without a cookie once the instance's browser has sent one.
  func visit(
    id: String, of location: PageLocation, for browser: String?, by asker: Request? = nil
  ) throws(HTTPError) -> Visit? {
    guard let owner = try owner(of: id), owner.page == location.url else { return nil }
    guard browser == nil || owner.browser == nil || browser == owner.browser else {
      throw HTTPError.unknownInstance(of: location)
    }
    // Another person at the same browser has pages of their own.
    let person = (asker?.sender as? Sender)?.person
    if let owned = owner.browser, asker != nil, Sender.browser(String(owned.prefix(32)), for: person) != owned {
      throw HTTPError.unknownInstance(of: location)
    }
    let visit = try visit(of: location, owner, by: asker, provisionally: false)
    // A browser that refuses cookies can only show the id; its 128 random bits are enough. If the browser has sent a
    // cookie before, a client without a cookie may have found the id in a log.
    if browser == nil && visit.instance.needsCookie { throw HTTPError.unknownInstance(of: location) }
    return visit
  }

  /// The location that a request for events or patches means. If the query of a location is long, their URL has the id of
  /// an instance in its place.
  func location(of request: Request, at written: PageLocation) throws(HTTPError) -> PageLocation {
    guard written.page.entry.hasParameters, let id = request.query[WireName.instance], written.query.isEmpty,
      let owner = try owner(of: id), owner.page != written.url, let own = try page(at: owner.page),
      own.path == written.path
    else { return written }
    return own
  }

  private func owner(of id: String) throws(HTTPError) -> PersistedInstance.Owner? {
    if let known = instances.instance(id) { return known.name.owner }
    return try read { try store?.instance(id: id) }?.name.owner
  }

  /// What the site keeps for a browser.
  func services(of browser: String) throws(HTTPError) -> BrowserServices {
    guard let found = try read({ try surroundings.services.browser(browser) }) else {
      return BrowserServices(browser, nil, surroundings.services)
    }
    return found
  }

  /// Reads from the store, if there is one.
  private func read<Value>(_ value: () throws -> Value?) throws(HTTPError) -> Value? {
    guard store != nil else { return try? value() }
    do {
      let kept = try value()
      metrics.store.succeed(.read, log)
      return kept
    } catch {
      metrics.store.failures.add()
      throw .unreadable(metrics.store.fail(.read, error, log))
    }
  }

  /// Refuses a request that would make one more page instance for an address that has made too many.
  func checkInstanceRate(_ request: Request) throws(HTTPError) {
    guard let wait = instanceRate.take(request.group, at: .now) else { return }
    throw HTTPError(
      .tooManyRequests,
      "One address may open \(limits.instancesPerSecond) new pages per second; wait a little, and keep the cookie."
    ).crossing(.instancesPerSecond, retryAfter: wait)
  }
}

extension HTTPError {
  /// The saved state of a page cannot be read.
  static func unreadable(_ failure: PageStoreError) -> HTTPError {
    HTTPError(
      .unavailable, "The server cannot read the saved state of this page now: \(failure.reason). Try again later.",
      underlying: failure)
  }

  static func unknownInstance(of location: PageLocation) -> HTTPError {
    HTTPError(
      .unknownNode, "This page instance does not exist; load \(location.url) again, and keep its cookie.",
      field: WireName.instance)
  }
}

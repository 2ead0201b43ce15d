import EspalierHTTP
import Espalier

extension SiteCore {
  /// An owner's instance, held for a request. Begins to make it if there is none, from its saved state. An instance that
  /// a request makes is provisional.
  func visit(
    of location: PageLocation, for browser: String? = nil, tab: String? = nil, by asker: Request? = nil
  ) -> Visit {
    let owner = PersistedInstance.Owner(location, browser: browser, tab: tab)
    return visit(of: location, owner, by: asker, provisionally: asker != nil)
  }

  private func visit(
    of location: PageLocation, _ owner: PersistedInstance.Owner, by asker: Request?, provisionally isProvisional: Bool
  ) -> Visit {
    let (visit, isNew) = instances.visit(of: owner) {
      let lane = Lane(waiting: metrics.pages[location.page.path]?.waiting) { [workers] in workers.run($0) }
      return InstanceSlot(owner, by: asker?.group, provisionally: isProvisional, in: lane) { slot throws(HTTPError) in
        do throws(HTTPError) {
          return try self.make(location, in: slot, for: asker)
        } catch {
          self.instances.drop(slot)
          throw error
        }
      }
    }
    if isNew { visit.begin() }
    return visit
  }

  /// Makes the instance of a slot, and adds it to the table. Called in the slot's lane.
  private func make(
    _ location: PageLocation, in slot: InstanceSlot, for asker: Request?
  ) throws(HTTPError) -> PageInstance {
    let owner = slot.owner
    try closedPages.check(owner)
    return try CrashNote.making(owner) { () throws(HTTPError) in
      let root = try location.root()
      let kept = try read { try surroundings.saves?.instance(of: owner) }
      let services = try owner.browser.map { (id) throws(HTTPError) in try self.services(of: id) }
      let isPermanent = location.page.hasOneInstance
      if let asker, kept == nil, !isPermanent { try checkInstanceRate(asker) }
      let made = PageInstance(
        location, root: root, name: kept?.name ?? PersistedInstance.Name(id: RandomID.next(), owner: owner), kept: kept,
        services: services, person: (asker?.sender as? Sender)?.person,
        language: languages.choice(of: location.page, for: asker).language, lane: slot.lane, hold: slot.hold,
        footprint: Footprint(in: isPermanent ? nil : instances.bytes), in: surroundings, shares: instances.shares
      ) { [weak self] sent in
        guard let self else { return false }
        return observer?.answer(sent, of: owner, in: ToolSite(site: self)) ?? answer(sent)
      }
      made.runInLane { $0.begin() }
      do throws(HTTPError) {
        if let reason = made.stopReason { throw HTTPError.unreadable(PageStoreError(unreadable: reason)) }
        try instances.admit(made, in: slot)
      } catch {
        made.end()
        throw error
      }
      closedPages.forget(owner)
      return made
    }
  }

  /// The location's instance with an id, held for a request. Begins to make it if only the store has it. Never returns
  /// another browser's instance.
  func visit(
    id: String, of location: PageLocation, for browser: String?, by asker: Request? = nil
  ) throws(HTTPError) -> Visit? {
    guard let owner = try owner(of: id), owner.page == location.url else { return nil }
    guard browser == nil || owner.browser == nil || browser == owner.browser else {
      throw HTTPError.unknownInstance(of: location)
    }
    // Another person at the same browser has pages of their own.
    let person = (asker?.sender as? Sender)?.person
    if let owned = owner.browser, asker != nil, Sender.browser(Sender.cookieID(of: owned), for: person) != owned {
      throw HTTPError.unknownInstance(of: location)
    }
    return visit(of: location, owner, by: asker, provisionally: false)
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

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
      let held = holdings[location, owner]
      return InstanceSlot(owner, of: held, by: asker?.group, provisionally: isProvisional, in: lane) { slot, reply in
        self.make(location, in: slot, for: asker) { made in
          if case .failure = made { self.instances.drop(slot) }
          reply(made)
        }
      }
    }
    if isNew { visit.begin() }
    return visit
  }

  /// Makes the instance of a slot, and adds it to the table. Called in the slot's lane.
  private func make(
    _ location: PageLocation, in slot: InstanceSlot, for asker: Request?, _ reply: @escaping InstanceSlot.Made
  ) {
    do throws(HTTPError) {
      try closedPages.check(slot.owner)
      // A page that is not there costs the store nothing.
      // Safe: only the lane of the slot uses it, before and after the store has answered.
      nonisolated(unsafe) let root = try CrashNote.making(slot.owner) { () throws(HTTPError) in try location.root() }
      read(slot, for: asker) { [self] saved in
        slot.lane.inside { [self] in
          reply(
            Result { () throws(HTTPError) in
              let (kept, services) = try saved.get()
              return unsafe try make(location, root, in: slot, kept, services, for: asker)
            })
        }
      }
    } catch {
      reply(.failure(error))
    }
  }

  /// What the store has of an owner's instance, and of the services of the owner's browser.
  private func read(
    _ slot: InstanceSlot, for asker: Request?,
    _ reply: @escaping @Sendable (Result<(PersistedInstance?, BrowserServices?), HTTPError>) -> Void
  ) {
    let owner = slot.owner
    // An event may be handled twice: the first time something may have been saved.
    if let browser = owner.browser, let asker, asker.method != .post, (asker.sender as? Sender)?.isNew == true {
      return reply(.success((nil, self.services.begin(browser))))
    }
    let services = { @Sendable [self] (kept: PersistedInstance?) in
      guard let browser = owner.browser else { return reply(.success((kept, nil))) }
      do throws(HTTPError) {
        switch try self.services.browser(browser) {
        case .here(let services): reply(.success((kept, services)))
        case .asked(let ask): ask { services in reply(services.map { (kept, $0) }) }
        }
      } catch {
        reply(.failure(error))
      }
    }
    guard let saves = slot.held.saves else { return services(nil) }
    saves.instance(of: owner) { kept in
      switch kept {
      case .success(let kept): services(kept)
      case .failure(let error): reply(.failure(.unreadable(error)))
      }
    }
  }

  private func make(
    _ location: PageLocation, _ root: ContainerModel, in slot: InstanceSlot, _ kept: PersistedInstance?,
    _ services: BrowserServices?, for asker: Request?
  ) throws(HTTPError) -> PageInstance {
    let owner = slot.owner
    // Safe: from now on only the instance uses it.
    nonisolated(unsafe) let root = root
    return try CrashNote.making(owner) { () throws(HTTPError) in
      let isPermanent = location.page.hasOneInstance
      // The rate was checked when the node first claimed the page or the browser.
      let isClaimed = slot.held.holding != .site && slot.held.tenure.map { $0.term > 0 } ?? false
      if let asker, kept == nil, !isPermanent, !isClaimed { try checkInstanceRate(asker) }
      let made = PageInstance(
        location, root: unsafe root,
        name: kept?.name ?? PersistedInstance.Name(id: newID(of: location.page), owner: owner), kept: kept,
        services: services, person: (asker?.sender as? Sender)?.person,
        language: languages.choice(of: location.page, for: asker).language, lane: slot.lane, hold: slot.hold,
        footprint: Footprint(in: isPermanent ? nil : instances.bytes), in: surroundings, of: slot.held,
        shares: instances.shares
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

  /// The id of a new instance. On a page at any node it leads to this one, because nobody may have claimed the instance yet.
  private func newID(of page: Page) -> String {
    let id = RandomID.next()
    guard page.isOnAnyNode, let node else { return id }
    return node.instancePrefix + id.dropFirst(Holding.instancePrefixLength)
  }

  /// The location's instance with an id, held for a request; nil if there is none. Begins to make it if only the store has
  /// it. Never passes on another browser's instance.
  func visit(
    id: String, of location: PageLocation, for browser: String?, by asker: Request? = nil
  ) throws(HTTPError) -> Found<Visit?> {
    switch owner(of: id) {
    case .here(let owner): return .here(try visit(owner, of: location, for: browser, by: asker))
    case .asked(let ask):
      return .asked { [self] reply in
        ask { [self] found in
          reply(
            Result { () throws(HTTPError) in try visit(try found.get(), of: location, for: browser, by: asker) })
        }
      }
    }
  }

  private func visit(
    _ owner: PersistedInstance.Owner?, of location: PageLocation, for browser: String?, by asker: Request?
  ) throws(HTTPError) -> Visit? {
    guard let owner, owner.page == location.url else { return nil }
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
  func location(of request: Request, at written: PageLocation) throws(HTTPError) -> Found<PageLocation> {
    guard written.page.entry.hasParameters, let id = request.query[WireName.instance], written.query.isEmpty else {
      return .here(written)
    }
    switch owner(of: id) {
    case .here(let owner): return .here(try location(of: owner, at: written))
    case .asked(let ask):
      return .asked { [self] reply in
        ask { [self] found in
          reply(Result { () throws(HTTPError) in try location(of: try found.get(), at: written) })
        }
      }
    }
  }

  private func location(
    of owner: PersistedInstance.Owner?, at written: PageLocation
  ) throws(HTTPError) -> PageLocation {
    guard let owner, owner.page != written.url, let own = try page(at: owner.page), own.path == written.path else {
      return written
    }
    return own
  }

  /// Forgets a browser: its streams, its pages and its services.
  func forget(_ browser: BrowserServices) {
    services.forget(browser)
    instances.remove(of: browser.browser)
    streams.end(of: browser.browser)
  }

  /// The owner of the instance with an id; nil if neither this node nor the store knows it.
  func owner(of id: String) -> Found<PersistedInstance.Owner?> {
    if let known = instances.instance(id) { return .here(known.name.owner) }
    guard let saves else { return .here(nil) }
    return .asked { reply in
      saves.instance(id: id) { found in reply(found.map { $0?.name.owner }.mapError { .unreadable($0) }) }
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
  static func unknownInstance(of location: PageLocation) -> HTTPError {
    HTTPError(
      .unknownNode, "This page instance does not exist; load \(location.url) again, and keep its cookie.",
      field: WireName.instance)
  }
}

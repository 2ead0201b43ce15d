import Espalier

extension Site {
  /// An owner's instance; made if need be, from what was kept of it. One that a request asks for is provisional.
  func instance(
    of page: Page, for browser: String? = nil, tab: String? = nil, by asker: Request? = nil
  ) throws(HTTPError) -> PageInstance {
    try instance(of: page, KeptInstance.Owner(page: page.path, browser: browser, tab: tab), by: asker)
  }

  private func instance(
    of page: Page, _ owner: KeptInstance.Owner, by asker: Request? = nil
  ) throws(HTTPError) -> PageInstance {
    try instances.instance(of: owner, provisionally: asker != nil) { (shares) throws(HTTPError) in
      let kept = try kept { try $0.instance(of: owner) }
      if let asker, kept == nil, owner.browser != nil { try checkInstanceRate(asker) }
      let name = kept?.name ?? KeptInstance.Name(id: RandomID.next(), owner: owner)
      return PageInstance(
        page, name: name, kept: kept, lane: Lane(elsewhere: { [workers] in workers.run($0) }), site: self
      ) { tree in
        for share in shares { share(tree) }
        tree.site = { [weak self] occurrence in
          guard let self else { return false }
          return page.subject == nil ? answer(occurrence) : open(occurrence, for: owner)
        }
      }
    }
  }

  /// The page's instance with an id, if there is one; made anew if it was kept. Another browser's is not to be had.
  func instance(id: String, of page: Page, for browser: String?) throws(HTTPError) -> PageInstance? {
    guard let owner = try owner(of: id), owner.page == page.path else { return nil }
    // Who sends no cookie has nothing but the id to show for it; 128 random bits are enough.
    guard browser == nil || owner.browser == nil || browser == owner.browser else {
      throw HTTPError.unknownInstance(of: page)
    }
    return try instance(of: page, owner)
  }

  private func owner(of id: String) throws(HTTPError) -> KeptInstance.Owner? {
    if let known = instances.instance(id) { return known.name.owner }
    return try kept { try $0.instance(id: id) }?.name.owner
  }

  private func kept(_ read: (any PageStore) throws -> KeptInstance?) throws(HTTPError) -> KeptInstance? {
    guard let store else { return nil }
    do {
      return try read(store)
    } catch {
      metrics.storeFailures.add()
      log.write(.error, "store") { $0.add("detail", "\(error)") }
      throw HTTPError(
        .unavailable, "What was kept of this page cannot be read now; try again later.", underlying: error)
    }
  }
}

extension HTTPError {
  static func unknownInstance(of page: Page) -> HTTPError {
    HTTPError(
      .unknownNode, "There is no such page instance; read \(page.path) again.", field: WireName.instance)
  }
}

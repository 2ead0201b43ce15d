import Espalier

extension Site {
  /// The page's instance for a browser, nil for the one that all share; made if need be, from what was kept of it.
  func instance(of page: Page, for browser: String?) throws(HTTPError) -> PageInstance {
    try instances.instance(of: page, for: browser) { (shares) throws(HTTPError) in
      let kept = try kept { try $0.instance(of: page.path, for: browser) }
      let owner = kept?.owner ?? KeptInstance.Owner(id: RandomID.next(), page: page.path, browser: browser)
      return PageInstance(
        page, owner: owner, kept: kept, lane: Lane(elsewhere: { [workers] in workers.run($0) }), site: self
      ) {
        tree in
        for share in shares { share(tree) }
        tree.site = { [weak self] occurrence in self?.answer(occurrence) ?? false }
      }
    }
  }

  /// The page's instance with an id, if the browser may have it; made anew if it was kept.
  func instance(id: String, of page: Page, for browser: String?) throws(HTTPError) -> PageInstance? {
    if let known = instances.instance(id, of: page, for: browser) { return known }
    guard let owner = try kept({ try $0.instance(id: id) })?.owner, owner.page == page.path else { return nil }
    _ = try instance(of: page, for: owner.browser)
    return instances.instance(id, of: page, for: browser)
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

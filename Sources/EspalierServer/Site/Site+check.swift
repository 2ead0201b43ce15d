import EspalierHTTP
import Espalier
import EspalierLocks

extension Site {
  /// Builds every page once and throws the first error: a store that cannot be opened, two pages with the same path, a
  /// template that is missing or broken, a cell that cannot be rendered. Logs a warning for pages that are not live.
  public func check() throws(SiteError) {
    if let error = core.storeError { throw error }
    if let error = core.joinError.withLock({ $0 }) { throw SiteError(.store, "the port for other nodes: \(error)") }
    guard core.services.isRead(within: .seconds(10)) else {
      throw SiteError(.store, "the store does not answer what it has saved of the site's services; start it first")
    }
    if let error = core.services.startError {
      throw SiteError(.store, "the saved values of the site's services cannot be read: \(error)")
    }
    if let error = core.access.error ?? core.prefixError { throw error }
    if let complaint = core.languages.complaint(pages: core.pages) { throw SiteError(.page, complaint) }
    if let name = core.tasks.ambiguousName {
      throw SiteError(.page, "the site runs two tasks with the name \"\(name)\"; give each its own")
    }
    if let name = core.carried.ambiguousName {
      throw SiteError(.page, "the site carries two signals as \"\(name)\"; give each its own name")
    }
    try checkPaths()
    _ = try core.templates.refresh()
    try core.templates.checkProblem()
    try checkRules()
    try checkHoldings()
    var events: [String: [EventSample]] = [:]
    for page in core.pages { events[page.path] = try check(page) }
    if core.access[SiteAccess.openAPI].exposure != .off { core.description.keep(events) }
  }

  /// Checks that each path belongs to only one page, its events, its patches, or the server itself.
  private func checkPaths() throws(SiteError) {
    var owners: [(pattern: PathPattern, owner: String)] = []
    for path in Router.ownPaths + core.access.paths {
      if let pattern = try? PathPattern(path) { owners.append((pattern, "the server itself")) }
    }
    func claim(_ pattern: PathPattern, _ owner: String) throws(SiteError) {
      if let other = owners.first(where: { $0.pattern.isSame(as: pattern) })?.owner {
        throw SiteError(.page, "the path \(pattern) is used twice: by \(other), and by \(owner)")
      }
      owners.append((pattern, owner))
    }
    for page in core.pages {
      if case .failure(let invalid) = page.entry.pattern { throw SiteError(.page, invalid.description) }
      if let complaint = page.entry.complaint(WireName.queryFields) { throw SiteError(.page, complaint) }
      for (part, pattern) in page.places {
        let name = "the page \"\(page.title)\""
        try claim(pattern, part == .page ? name : "the \(part.rawValue) of \(name)")
      }
    }
    var methods: Set<String> = []
    for route in core.routes {
      if let complaint = route.complaint { throw SiteError(.page, complaint) }
      let pattern: PathPattern
      do { pattern = try route.pattern.get() } catch { throw SiteError(.page, error.description) }
      guard methods.insert("\(route.method.rawValue) \(route.path)").inserted else {
        throw SiteError(.page, "the site has two routes for \(route.method.rawValue) \(route.path)")
      }
      // Several routes share a path if each has its own method.
      if core.routes.first(where: { $0.path == route.path })?.method == route.method {
        try claim(pattern, "a route for \(route.method.rawValue)")
      }
    }
    if let missing = core.folders.first(where: \.files.lacksFolder)?.name {
      throw SiteError(
        .page, "there is no folder \"\(missing)\", which the site serves as Files; make it, or name another")
    }
  }

  /// Checks that the site can know people if a page or route requires it.
  private func checkRules() throws(SiteError) {
    let rules = core.identification.rules
    guard rules.byRequest == nil && rules.bySession == nil else { return }
    if let path = core.pages.first(where: { $0.rule != nil })?.path
      ?? core.routes.first(where: { $0.rule != nil })?.path
    {
      throw SiteError(
        .page, "\(path) requires an identity, but the site identifies nobody; call Site.identify before it starts")
    }
  }

  /// Checks that what shares memory is at one node.
  private func checkHoldings() throws(SiteError) {
    if core.node != nil, let label = core.instances.ambiguousLabel {
      throw SiteError(
        .page,
        "the site shares two kinds of data with the label \"\(label)\"; give each a label of its own: nodes know data by it"
      )
    }
    let own = core.pages.filter { $0.scope != .shared }
    if let page = own.first(where: \.isOnAnyNode), let other = own.first(where: { !$0.isOnAnyNode }) {
      throw SiteError(
        .page,
        """
        the page \(page.path) says .onAnyNode(), but \(other.path) does not; a browser's pages share what belongs to the \
        browser, so either all pages of browsers and tabs say it, or none
        """)
    }
  }

  /// Returns the events of the page's cells.
  private func check(_ page: Page) throws(SiteError) -> [EventSample] {
    let shell = try core.templates.shell(of: page, .live, navigation: core.pages.filter(\.isListed))
    for cell in page.cells { try core.templates.check(cell) }
    // Making the page would end the server again.
    guard !core.closedPages.isClosed(page), let rehearsal = try rehearse(page) else { return [] }
    if let first = rehearsal.diagnostics.first { throw SiteError(.template, "page \(page.path): \(first)") }
    for warning in rehearsal.integers {
      core.log.write(.warning, "page") {
        $0.add("page", page.path)
        $0.add("detail", warning)
      }
    }
    guard shell.regions.isEmpty || Set(shell.regions) == Set(rehearsal.keys) else {
      let (places, keys) = (shell.regions.joined(separator: ", "), rehearsal.keys.joined(separator: ", "))
      throw SiteError(
        .template, "page \(page.path): its template has the regions \(places), but its root has the children \(keys)")
    }
    guard !shell.isLive, !core.templates.library.leavesOutClient(page) else { return rehearsal.events }
    core.log.write(.warning, "template") {
      $0.add("page", page.path)
      $0.add("detail", "the page does not update while it is open: its template has no \(PageShell.client) in its head")
    }
    return rehearsal.events
  }

  /// Builds a page once, with its example if it has parameters. Nil if it has no example.
  private func rehearse(_ page: Page) throws(SiteError) -> Rehearsal? {
    guard let example = page.entry.example else { return nil }
    return try CrashNote.making(PersistedInstance.Owner(page: example.url.text)) { () throws(SiteError) in
      guard let root = example.root() else {
        throw SiteError(
          .page, "page \(page.path): its example has no root; name an example for which the page exists at the start")
      }
      return Rehearsal(of: page, root, in: core.surroundings, shares: core.instances.shares)
    }
  }
}

/// What building a page once shows: what is wrong with it, and what its root lists.
struct Rehearsal {
  let diagnostics: [Diagnostic]
  /// The keys of the root's children.
  let keys: [String]
  /// Warnings for developers about events that accept any integer.
  let integers: [String]
  /// The events of the cells.
  let events: [EventSample]

  /// Builds a page with a root and the data that the site shares, and ends it.
  init(
    of page: Page, _ root: ContainerModel, in surroundings: Surroundings, shares: [@Sendable (Tree) -> Void]
  ) {
    let browser = BrowserServices("", nil, surroundings.services, of: surroundings.holdings.site)
    let services = PageServices(
      of: page, site: surroundings.services, browser: page.scope == .shared ? nil : browser)
    let tree = Tree(
      root, services: services, templates: surroundings.templates.library, memory: surroundings.rendering)
    defer { tree.end() }
    diagnostics = tree.turn(.change { tree in for share in shares { share(tree) } }, .unseen).diagnostics
    let root = tree.snapshot()
    keys = root.children.map(\.key)
    integers = surroundings.isDevelopment ? root.warningsOfIntegers : []
    events = EventSample.samples(of: root)
  }
}

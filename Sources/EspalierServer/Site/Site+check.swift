import EspalierHTTP
import Espalier

extension Site {
  /// Builds every page once and throws the first thing that is wrong with it: a store that cannot be opened, two pages that want one path,
  /// a template that is missing or broken, a cell that cannot be rendered. Warns of pages that are not live.
  public func check() throws(SiteError) {
    if let error = core.storeError { throw error }
    if let error = core.access.error { throw error }
    try checkPaths()
    _ = try core.templates.refresh()
    for page in core.pages { try check(page) }
  }

  /// Whatever is at a path is alone there: a page, its events, or its patches.
  private func checkPaths() throws(SiteError) {
    var owners: [String: String] = [:]
    for path in Router.ownPaths + core.access.paths { owners[path] = "the server itself" }
    for page in core.pages {
      guard page.path.hasPrefix("/"), page.path == "/" || !page.path.hasSuffix("/") else {
        throw SiteError(.page, "the path \"\(page.path)\" must begin with / and not end with it")
      }
      if let parameter = page.path.split(separator: "/").first(where: Self.isParameter) {
        throw SiteError(
          .page,
          "the path \"\(page.path)\" has the parameter \(parameter), but pages have no parameters yet; declare a page for each path"
        )
      }
      let name = "the page \"\(page.title)\""
      let wanted = [
        (page.path, name), (page.events, "the events of \(name)"), (page.patches, "the patches of \(name)"),
      ]
      for (path, owner) in wanted {
        guard let other = owners.updateValue(owner, forKey: path) else { continue }
        throw SiteError(.page, "the path \(path) is wanted twice: for \(other), and for \(owner)")
      }
    }
  }

  /// `:id` and `{id}`, as other frameworks write parameters.
  private static func isParameter(_ segment: Substring) -> Bool {
    segment.hasPrefix(":") || segment.contains { "{}".contains($0) }
  }

  private func check(_ page: Page) throws(SiteError) {
    let shell = try core.templates.shell(of: page, .live, navigation: core.pages.filter(\.isListed))
    for cell in page.cells { try core.templates.check(cell) }
    // To make it would end the server again.
    guard !core.closedPages.isClosed(page) else { return }
    let rehearsal = CrashNote.making(PersistedInstance.Owner(page: page.path)) {
      PageInstance.rehearse(
        page, templates: core.templates.library, services: core.services, shares: core.instances.shares)
    }
    if let first = rehearsal.diagnostics.first { throw SiteError(.template, "page \(page.path): \(first)") }
    for warning in core.isDevelopment ? rehearsal.integers : [] {
      core.log.write(.warning, "page") {
        $0.add("page", page.path)
        $0.add("detail", warning)
      }
    }
    guard shell.regions.isEmpty || Set(shell.regions) == Set(rehearsal.keys) else {
      let (places, keys) = (shell.regions.joined(separator: ", "), rehearsal.keys.joined(separator: ", "))
      throw SiteError(
        .template, "page \(page.path): its template has the regions \(places), but its root lists \(keys)")
    }
    guard !shell.isLive else { return }
    core.log.write(.warning, "template") {
      $0.add("page", page.path)
      $0.add("detail", "it does not change while it is open: its template has no \(PageShell.client) in its head")
    }
  }
}

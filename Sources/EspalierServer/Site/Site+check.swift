import EspalierHTTP
import Espalier

extension Site {
  /// Builds every page once and throws the first error: a store that cannot be opened, two pages with the same path, a
  /// template that is missing or broken, a cell that cannot be rendered. Logs a warning for pages that are not live.
  public func check() throws(SiteError) {
    if let error = core.storeError { throw error }
    if let error = core.access.error { throw error }
    try checkPaths()
    _ = try core.templates.refresh()
    try core.templates.checkProblem()
    for page in core.pages { try check(page) }
  }

  /// Checks that each path belongs to only one page, its events, its patches, or the server itself.
  private func checkPaths() throws(SiteError) {
    var owners: [String: String] = [:]
    for path in Router.ownPaths + core.access.paths { owners[path] = "the server itself" }
    for page in core.pages {
      guard page.path.hasPrefix("/"), page.path == "/" || !page.path.hasSuffix("/") else {
        throw SiteError(.page, "the path \"\(page.path)\" must begin with / and must not end with /")
      }
      if let parameter = page.path.split(separator: "/").first(where: Self.isParameter) {
        throw SiteError(
          .page,
          """
          the path \"\(page.path)\" has the parameter \(parameter), but pages have no parameters yet; \
          declare a page for each path
          """
        )
      }
      let name = "the page \"\(page.title)\""
      let wanted = [
        (page.path, name), (page.events, "the events of \(name)"), (page.patches, "the patches of \(name)"),
      ]
      for (path, owner) in wanted {
        guard let other = owners.updateValue(owner, forKey: path) else { continue }
        throw SiteError(.page, "the path \(path) is used twice: by \(other), and by \(owner)")
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
    // Making the page would crash the server again.
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
        .template, "page \(page.path): its template has the regions \(places), but its root has the children \(keys)")
    }
    guard !shell.isLive, !core.templates.library.leavesOutClient(page) else { return }
    core.log.write(.warning, "template") {
      $0.add("page", page.path)
      $0.add("detail", "the page does not update while it is open: its template has no \(PageShell.client) in its head")
    }
  }
}

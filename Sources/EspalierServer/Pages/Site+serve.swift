import Glibc

extension Site {
  /// Builds every page once and throws the first thing that is wrong with it: two pages with one path, a template that
  /// is missing or broken, a cell that cannot be rendered.
  public func check() throws(SiteError) {
    var seen: Set<String> = []
    for page in pages {
      guard !Router.ownPaths.contains(page.path) else {
        throw SiteError(.page, "the path \(page.path) is the server's own")
      }
      guard page.path.hasPrefix("/"), page.path == "/" || !page.path.hasSuffix("/") else {
        throw SiteError(.page, "the path \"\(page.path)\" must begin with / and not end with it")
      }
      guard seen.insert(page.path).inserted else { throw SiteError(.page, "two pages have the path \(page.path)") }
    }
    _ = try templates.refresh()
    for page in pages {
      let shell = try templates.shell(of: page, .live, navigation: pages.filter(\.isListed))
      for cell in page.cells { try templates.check(cell) }
      let rehearsal = PageInstance.rehearse(
        page, templates: templates.library, services: services, shares: instances.shares)
      if let first = rehearsal.diagnostics.first { throw SiteError(.template, "page \(page.path): \(first)") }
      guard shell.regions.isEmpty || Set(shell.regions) == Set(rehearsal.keys) else {
        let (places, keys) = (shell.regions.joined(separator: ", "), rehearsal.keys.joined(separator: ", "))
        throw SiteError(
          .template, "page \(page.path): its template has the regions \(places), but its root lists \(keys)")
      }
    }
  }

  /// What answers this site's requests, for a server of one's own or for a test. Unchecked.
  public var responder: any Responder { Router(site: self) }

  /// A server for this site, checked and not started.
  public func server(_ configuration: HTTPConfiguration) throws(SiteError) -> HTTPServer {
    try check()
    let server = HTTPServer(configuration: configuration, responder: responder, metrics: metrics)
    workers.use { [weak server] in server?.loops ?? [] }
    return server
  }

  /// Serves until SIGTERM or SIGINT, then finishes the replies, ends the streams and returns.
  ///
  /// Prints the URL when connections are accepted. Throws `SiteError` for a site that is not in order and
  /// `ServerError` where the port cannot be had. Keeps the calling thread.
  public func serve(host: String = "127.0.0.1", port: UInt16 = 8080, limits: Limits = Limits()) async throws {
    let server = try server(HTTPConfiguration(host: host, port: port, limits: limits, log: log))
    try server.runUntilSignal { address in
      print("Espalier is listening on http://\(address)")
      fflush(nil)
    }
  }
}

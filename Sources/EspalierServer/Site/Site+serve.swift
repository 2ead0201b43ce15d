public import EspalierHTTP
import EspalierLocks
import Espalier
import Glibc

extension Site {
  /// Answers this site's requests, for a server or for a test. It does not check the site.
  package var responder: any Responder {
    core.prefix.isEmpty ? router : PrefixRouter(prefix: core.prefix, router: router)
  }

  /// Without a server: returns when the pages have run all work that they left to each other.
  package func settle() { core.workers.settle() }

  /// Waits until the pages have run the work that they left to each other, and the tasks of their nodes have ended.
  ///
  /// A node that follows a sequence does not count, because the sequence may have no end. If the work does not end within
  /// the limit, returns what is left, one text for each task or, if no task is left, one for the other work. Otherwise
  /// the result is empty.
  package func settle(within limit: Duration) async -> [String] {
    if await core.surroundings.unfinished.ends(within: limit) { return [] }
    var left: [String] = []
    for instance in core.instances.all {
      let nodes = await withCheckedContinuation { reply in
        instance.enter { reply.resume(returning: $0.work.waitingNodes) }
      }
      left += nodes.map { "a task of the node \"\($0)\" of \(instance.location.path)" }
    }
    return left.isEmpty ? ["work of the pages"] : left
  }

  /// Checks the site and returns a server for it that is not started. The server has the limits of the site.
  package func server(_ configuration: HTTPConfiguration) throws(SiteError) -> HTTPServer {
    try check()
    var configuration = configuration
    configuration.proxies += core.access.proxies
    configuration.limits = core.httpLimits
    configuration.secretParameters = [WireName.instance, WireName.load]
    configuration.problemFrame = core.earlyProblemFrame
    let server = HTTPServer(
      configuration: configuration, responder: responder, metrics: core.metrics.http,
      beside: serversBeside(configuration))
    core.workers.use { [weak server] work in server?.run(work) ?? false }
    return server
  }

  /// The servers on separate ports.
  func serversBeside(_ configuration: HTTPConfiguration) -> [HTTPServer] {
    core.access.places.map { place in
      var own = configuration
      (own.host, own.port, own.loops, own.proxies, own.tls) = (place.host, place.port, 1, [], nil)
      // The style sheets and pages of the site are not on this port.
      own.problemFrame = ProblemFrame()
      return HTTPServer(
        configuration: own, responder: OwnPathRouter(router: router, paths: place.paths),
        metrics: core.metrics.http)
    }
  }

  /// Checks the site and serves it until SIGTERM, SIGINT or SIGHUP. Then it finishes the replies, ends the streams and
  /// returns.
  ///
  /// ```swift
  /// await Site { Page("/posts", title: "Posts") { PostList() } }.run(port: 8080)
  /// ```
  ///
  /// It prints the URL when it accepts connections. If the site or the port cannot be used, it prints one line with the
  /// reason and the remedy on standard error, and the process ends with status 1. Tasks that began before
  /// go on meanwhile. With `tls`, the server speaks HTTPS on this port, and nothing else.
  public func run(host: String = "127.0.0.1", port: UInt16 = 8080, tls: TLSFiles? = nil) async {
    do {
      // The first thread runs other tasks meanwhile, so it needs a handler, too.
      let crashes = CrashHandler()
      let configuration = HTTPConfiguration(host: host, port: port, log: core.log, tls: tls)
      Arenas.share(among: configuration.loops)
      try await onThread { [self] in try serve(configuration) }
      crashes.end()
    } catch {
      let program = CommandLine.arguments.first?.split(separator: "/").last ?? "site"
      Log.standardError(Array("\(program): \(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs work that waits on a thread of its own.
  private func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { done in
      let run = { @Sendable in done.resume(with: Result { try work() }) }
      if let thread = Thread(run) { thread.detach() } else { run() }
    }
  }

  private func serve(_ configuration: HTTPConfiguration) throws {
    // Read before the pages are built for the check, because the check runs their code.
    // A node has read them when it joined, and closes pages when it gets the site.
    if core.node == nil { core.closeAfterCrashes(adding: core.readCrashes()) { _ in } }
    let running = core.running.withLock { $0 }
    running?.begin()
    let crashes = CrashHandler()
    let server = try server(configuration)
    let scheme = configuration.tls == nil ? "http" : "https"
    try server.runUntilSignal { address in
      print("Espalier is listening on \(scheme)://\(address)\(core.prefix.added(to: "/").dropLast())")
      fflush(nil)
    }
    crashes.end()
    running?.end()
  }
}

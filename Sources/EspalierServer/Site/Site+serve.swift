public import EspalierHTTP
import Espalier
import Glibc

extension Site {
  /// What answers this site's requests, for a server of one's own or for a test. Unchecked.
  public var responder: any Responder { router }

  /// Without a server: returns when the pages have run the work that they left to each other.
  package func settle() { core.workers.settle() }

  /// A server for this site, checked and not started.
  public func server(_ configuration: HTTPConfiguration) throws(SiteError) -> HTTPServer {
    try check()
    var configuration = configuration
    configuration.proxies += core.access.proxies
    configuration.secretParameters = [WireName.instance, WireName.load]
    configuration.problemFrame = ProblemFrame(styles: [core.templates.client.styleSheet])
    let server = HTTPServer(
      configuration: configuration, responder: responder, metrics: core.metrics.http,
      beside: serversBeside(configuration))
    core.workers.use { [weak server] work in server?.run(work) ?? false }
    return server
  }

  /// The servers on ports of their own.
  func serversBeside(_ configuration: HTTPConfiguration) -> [HTTPServer] {
    core.access.places.map { place in
      var own = configuration
      (own.host, own.port, own.loops, own.proxies) = (place.host, place.port, 1, [])
      return HTTPServer(
        configuration: own, responder: OwnPathRouter(router: router, paths: place.paths),
        metrics: core.metrics.http)
    }
  }

  /// Serves until SIGTERM, SIGINT or SIGHUP, then finishes the replies, ends the streams and returns.
  ///
  /// Prints the URL when connections are accepted. Throws `SiteError` for a site that is not in order and
  /// `ServerError` where the port cannot be had. Keeps the calling thread.
  public func serve(host: String = "127.0.0.1", port: UInt16 = 8080, limits: Limits = Limits()) async throws {
    // Before the pages are built for the check, which runs their code.
    let file = readCrashes()
    let crashes = CrashHandler(recordingTo: file?.descriptor)
    let server = try server(HTTPConfiguration(host: host, port: port, limits: limits, log: core.log))
    try server.runUntilSignal { address in
      print("Espalier is listening on http://\(address)")
      fflush(nil)
    }
    crashes.end()
    withExtendedLifetime(file) {}
  }

  /// `serve` for a program that does nothing else: what is wrong at the start is one line on standard error, with what to do about it,
  /// and the process ends with status 1.
  ///
  /// ```swift
  /// await Site { Page("/posts", title: "Posts") { PostList() } }.run(port: 8080)
  /// ```
  public func run(host: String = "127.0.0.1", port: UInt16 = 8080, limits: Limits = Limits()) async {
    do {
      try await serve(host: host, port: port, limits: limits)
    } catch {
      let program = CommandLine.arguments.first?.split(separator: "/").last ?? "site"
      Log.standardError(Array("\(program): \(error)\n".utf8))
      exit(1)
    }
  }
}

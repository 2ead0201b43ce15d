import EspalierHTTP
import Espalier

/// The routes of the site's author.
extension Router {
  /// Answers by the route of the request's method; HEAD by that of GET.
  func answerRoute(
    of routes: [Method: Route], at match: PathIndex<SitePlace>.Match, _ request: Request, _ answer: Answer
  ) throws(HTTPError) {
    guard let route = route(of: routes, for: request) else {
      let methods = routes.keys.sorted { $0.rawValue < $1.rawValue }
      return try allow(routes[.get] == nil ? methods : methods + [.head], request)
    }
    if route.method != .get {
      if !route.acceptsOtherSites, case .unproven(let refusal) = try Origin.check(request, hosts: site.hosts) {
        throw refusal
      }
      try site.surroundings.eventRates.admit(request, at: .now)
    }
    if answerOutdated(request, answer) { return }
    try admit(route.rule, request)
    let work: Route.Work
    do { work = try route.answer(request, match.fields(request.query)) } catch { throw match.refusal(error) }
    let services = request.visitor?.services
    run(
      { [self] in
        var response = try await work()
        if route.rule != nil, response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        let isRead = request.method == .get || request.method == .head
        if let services, !isRead || services.records?.mayHaveChanged == true { try await site.services.save(services) }
        return response
      }, for: request, answer)
  }

  /// The route that answers a request.
  func route(of routes: [Method: Route], for request: Request) -> Route? {
    routes[request.method] ?? (request.method == .head ? routes[.get] : nil)
  }

  /// Runs the answer of a route as a task. If the client hangs up, the task is cancelled.
  func run(_ work: @escaping Route.Work, for request: Request, _ answer: Answer) {
    let task = Task { [self] in
      do {
        answer(try await work())
      } catch let error as HTTPError {
        answer(refusal(error, request))
      } catch {
        site.log.write(.error, "route") {
          $0.add("path", request.path)
          $0.add("detail", "\(error)")
          $0.add("id", request.id)
        }
        answer(
          refusal(HTTPError(.internalError, "The server could not answer this request.", underlying: error), request))
      }
    }
    answer.onHangUp { task.cancel() }
  }

  /// The static file for a request, if there is one: of the site, or of a folder at a prefix.
  func file(for request: Request) throws(HTTPError) -> Response? {
    if let script = try BrowserClient.response(to: request) { return script }
    let segments = request.segments
    if let file = try site.files.file(for: request, at: segments) { return file }
    for folder in site.folders where segments.starts(with: folder.path) {
      if let file = try folder.files.file(for: request, at: Array(segments.dropFirst(folder.path.count))) {
        return file
      }
    }
    return nil
  }
}

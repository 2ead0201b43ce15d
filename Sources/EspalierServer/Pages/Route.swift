public import EspalierHTTP
public import Espalier

/// An answer of your own beside the pages, such as an export or an interface for other programs.
///
/// ```swift
/// Route(.get, "/export.csv") { _ in .text(board.csv, MediaType("text", "csv")) }
/// Route(.get, CardURL.self) { request, url in try board.export(url.id) }
/// ```
///
/// The server counts, logs and limits routes like pages. A route for `GET` also answers `HEAD`. The answer runs as a
/// task, so it may await, and many may run at the same time. If it throws an `HTTPError`, the client gets that error;
/// any other error goes to the log, and the client gets 500.
public struct Route: SitePart {
  let method: Method
  let path: String
  let pattern: Result<PathPattern, PathPattern.Invalid>
  let acceptsOtherSites: Bool
  /// What is wrong with the path or its parameters; nil if nothing is.
  let complaint: String?
  /// Who may use it; nil if everybody may.
  var rule: IdentityRule?
  /// Whether any node of a cluster may answer.
  var isOnAnyNode = false
  /// The parameters and their types; nil without parameters.
  let parameters: DataShape?
  /// Answers a request. `fields` are those of the path and of the query.
  let answer: @Sendable (_ request: Request, _ fields: JSONObject) throws(PayloadError) -> Work

  /// The rest of the answer, which may take time.
  typealias Work = @Sendable () async throws -> Response

  /// A route without parameters.
  ///
  /// A method other than GET and HEAD is refused (403) if a page of another site sends it, because the browser adds the
  /// cookies of this site. `acceptsOtherSites` allows it, for a route that does not trust cookies.
  public init(
    _ method: Method, _ path: String, acceptsOtherSites: Bool = false,
    _ answer: @escaping @Sendable (Request) async throws -> Response
  ) {
    let pattern = Result { () throws(PathPattern.Invalid) in try PathPattern(path) }
    let names = (try? pattern.get())?.names ?? []
    self.init(
      method, path, pattern, acceptsOtherSites,
      complaint: names.first.map {
        "the path \(path) has the parameter {\($0)}; declare a struct that conforms to SiteURL, and make the route with it"
      }
    ) { request, _ in { try await answer(request) } }
  }

  /// A route with typed parameters in its path and query. A value of the path that does not have its type is answered
  /// 404, a query field 422 with its name.
  public init<URL: SiteURL>(
    _ method: Method, _ url: URL.Type, acceptsOtherSites: Bool = false,
    _ answer: @escaping @Sendable (Request, URL) async throws -> Response
  ) {
    let pattern = Result { () throws(PathPattern.Invalid) in try PathPattern(URL.path) }
    self.init(
      method, URL.path, pattern, acceptsOtherSites, complaint: URL.complaint(reserved: []),
      parameters: DataShape(ofParameters: URL.self, names: (try? pattern.get())?.names ?? [])
    ) { (request, fields) throws(PayloadError) in
      let url = try URL.decode(fields)
      return { try await answer(request, url) }
    }
  }

  private init(
    _ method: Method, _ path: String, _ pattern: Result<PathPattern, PathPattern.Invalid>, _ acceptsOtherSites: Bool,
    complaint: String?, parameters: DataShape? = nil,
    answer: @escaping @Sendable (Request, JSONObject) throws(PayloadError) -> Work
  ) {
    self.method = method
    self.path = path
    self.pattern = pattern
    self.acceptsOtherSites = acceptsOtherSites
    self.complaint = complaint
    self.parameters = parameters
    self.answer = answer
  }
}

extension Route {
  /// Returns the route for people who are known and meet a condition; see `Page.requiring`.
  public func requiring<Identity>(
    _ type: Identity.Type, where isAllowed: @escaping @Sendable (Identity) -> Bool = { _ in true }
  ) -> Route {
    var route = self
    route.rule = IdentityRule(type, isAllowed).and(rule)
    return route
  }

  /// Returns the route so that the server that gets the request answers it. Otherwise, if several servers are one site, the
  /// server that has the site answers.
  public func onAnyNode() -> Route {
    var route = self
    route.isOnAnyNode = true
    return route
  }
}

extension Response {
  /// A file that a viewer sent, for a route whose URL has the file's hash: browsers keep it and do not ask again.
  ///
  /// Nothing in the file can run as a page of this site: its media type is that of its kind, browsers may not guess
  /// another one (`nosniff`), and a policy forbids scripts. Images are shown; other kinds are saved to disk.
  public static func uploaded(_ bytes: [UInt8], _ kind: FileKind) -> Response {
    let headers: Headers = [
      .contentType: kind.mediaType, .cacheControl: "private, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
      "Content-Disposition": FileKind.images.contains(kind) ? "inline" : "attachment",
    ]
    return Response(.ok, headers: headers, body: .bytes(bytes))
  }
}

public import EspalierHTTP

/// The answer where nothing else stands, instead of the error page of the site.
///
/// ```swift
/// NotFound { request in .text("No such page: \(request.path)", status: .notFound) }
/// ```
///
/// To change only the look of all error pages, make a template `problem`.
public struct NotFound: SitePart {
  let answer: @Sendable (Request) async throws -> Response

  /// Answers each request for which there is no page, route or file.
  public init(_ answer: @escaping @Sendable (Request) async throws -> Response) { self.answer = answer }
}

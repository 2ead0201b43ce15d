public import EspalierServer

/// How a test reaches a site: in the same process, or over a socket like everybody else.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole reply.
  func reply(to request: Request) async throws -> Response
}

/// Calls the site's responder directly: no sockets, no threads.
public struct InProcess: Transport {
  private let responder: any Responder

  /// A transport to a site, which is checked first. Throws `SiteError`.
  public init(_ site: Site) throws(SiteError) {
    try site.check()
    responder = site.responder
  }

  /// What the site answers.
  public func reply(to request: Request) async -> Response {
    await withCheckedContinuation { continuation in
      responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
  }
}

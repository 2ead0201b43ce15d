public import EspalierHTTP
public import EspalierServer

/// How a test reaches a site: in the same process, or over a socket like everybody else.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole reply.
  func reply(to request: Request) async throws -> Response
}

/// The reply did not come, or not whole: what became of the request is not known.
public struct ConnectionBroken: Error, CustomStringConvertible {
  /// What was wrong.
  public let description: String
}

/// Calls the site's responder directly: no sockets, no threads.
public struct InProcess: Transport {
  private let responder: any Responder

  /// A transport to a site, which is checked first. Throws `SiteError`.
  public init(_ site: Site) throws(SiteError) {
    try site.check()
    responder = site.responder
  }

  /// What the site answers. Throws `ConnectionBroken` where its faults let a reply be lost or cut.
  public func reply(to request: Request) async throws -> Response {
    let response = await withCheckedContinuation { continuation in
      responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
    if case .stream(let stream) = response.body, stream.end == .broken {
      throw ConnectionBroken(description: "the connection broke before the whole reply was there")
    }
    return response
  }
}

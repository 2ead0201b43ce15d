public import EspalierHTTP
public import EspalierServer

/// How a test reaches a site: in the same process, or over a socket like everybody else.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole reply.
  func reply(to request: Request) async throws -> Response
}

/// The reply did not come, or not whole: what became of the request is not known.
package struct ConnectionBroken: Error, CustomStringConvertible {
  /// What was wrong.
  package let description: String
}

/// Calls the site's responder directly, without sockets.
///
/// What one page leaves to others is done on another thread, as in a server. Each request waits until that is done, so
/// it sees everything that the requests before it have brought about.
public struct InProcess: Transport {
  private let site: Site

  /// A transport to a site, which is checked first. Throws `SiteError`.
  public init(_ site: Site) throws(SiteError) {
    try site.check()
    self.site = site
  }

  /// What the site answers. Throws `ConnectionBroken` where its faults let a reply be lost or cut.
  public func reply(to request: Request) async throws -> Response {
    site.settle()
    let response = await withCheckedContinuation { continuation in
      site.responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
    if case .stream(let stream) = response.body, stream.end == .broken {
      throw ConnectionBroken(description: "the connection broke before the whole reply was there")
    }
    return response
  }
}

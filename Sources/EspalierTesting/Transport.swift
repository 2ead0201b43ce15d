public import EspalierHTTP
public import EspalierServer

/// The way in which a test reaches a site: in the same process, or over a socket like other clients.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole reply.
  func reply(to request: Request) async throws -> Response
}

/// A transport to a site of this process, whose work a test can wait for.
protocol SettlingTransport: Transport {
  var site: Site { get }
}

/// The reply did not arrive, or not completely. The server may or may not have handled the request.
package struct ConnectionBroken: Error, CustomStringConvertible {
  /// What is wrong.
  package let description: String

  fileprivate static let early = ConnectionBroken(description: "the connection broke before the whole reply arrived")
}

/// Calls the site's responder directly, without sockets.
///
/// Work that one page leaves to other pages runs on another thread, as in a server. Each request first waits for that
/// work, so it sees all effects of the requests before it.
public struct InProcess: SettlingTransport {
  let site: Site

  /// Checks a site and makes a transport to it. Throws `SiteError`.
  public init(_ site: Site) throws(SiteError) {
    try site.check()
    self.site = site
    site.beginTasks()
  }

  /// Sends a request and returns the site's reply. Throws `ConnectionBroken` if a fault of an `Inspector` drops or cuts
  /// the reply.
  public func reply(to request: Request) async throws -> Response {
    site.settle()
    let response = await withCheckedContinuation { continuation in
      site.responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
    guard case .stream(let stream) = response.body else { return response }
    if stream.end == .broken { throw ConnectionBroken.early }
    if response.headers[.contentType] == MediaType.eventStream.description { return response }
    return Response(response.status, headers: response.headers, body: .bytes(try await bytes(of: stream)))
  }

  /// All bytes that a route writes.
  private func bytes(of stream: EventStream) async throws -> [UInt8] {
    let (news, bell) = AsyncStream.makeStream(of: Void.self)
    guard stream.attach(wake: { bell.yield() }) else { return [] }
    var (bytes, rings) = ([UInt8](), news.makeAsyncIterator())
    while true {
      switch stream.take(atMost: 1 << 16, park: {}) {
      case .bytes(let taken): bytes += taken
      case .nothing: await rings.next()
      case .end(.broken): throw ConnectionBroken.early
      case .end: return bytes
      }
    }
  }
}

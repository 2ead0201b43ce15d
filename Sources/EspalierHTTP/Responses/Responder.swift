/// Answers requests. It is all that the HTTP server knows of the layers above it.
package protocol Responder: Sendable {
  /// Answers a request, at once or later, from any thread. It may take long: after a few milliseconds another thread
  /// serves the other connections. `HTTPLimits.threads` limits how many requests may take long at the same time.
  func respond(to request: Request, _ answer: Answer)

  /// The response to a request that needs no page and never waits, such as a health check; nil for all other requests.
  /// The server sends it even while every thread is busy. By default it returns nil.
  func immediateResponse(to request: Request) -> Response?

  /// The server calls it at each stage of its life, on the thread that starts or stops it. By default it does nothing.
  func serverEnters(_ stage: ServerStage)
}

extension Responder {
  /// Returns nil.
  package func immediateResponse(to request: Request) -> Response? { nil }
  /// Does nothing.
  package func serverEnters(_ stage: ServerStage) {}
}

/// A responder that takes forms with files.
package protocol FileTaking: Responder {
  /// How many bytes a request may have that brings files; nil if it may bring none. `head` is the request without its
  /// body. An error is the answer to the request.
  func fileLimit(of head: Request) throws(HTTPError) -> Int?
}

/// A stage of a server's life, for the responder.
package enum ServerStage: Sendable {
  /// The server has begun to accept connections.
  case serving
  /// The server will stop but still serves everything, for `HTTPLimits.drainDelay`, so that a load balancer can notice.
  case draining
  /// The last moment before streams end and the server accepts no more connections.
  case stopping
}

/// Whoever answers requests: the one thing the HTTP half knows of the layers above it.
public protocol Responder: Sendable {
  /// Answers a request, at once or later, from any thread. It may take its time: after a few milliseconds another thread serves the
  /// other connections. `HTTPLimits.threads` says how many requests may do so at once.
  func respond(to request: Request, _ answer: Answer)

  /// The response to a request that needs no page and never waits, such as a health check; nil for all others, which is the default. It is
  /// given even while every thread is busy.
  func immediateResponse(to request: Request) -> Response?

  /// Hears of the server's stages, on the thread that starts or stops it. Does nothing unless it is written.
  func serverEnters(_ stage: ServerStage)
}

extension Responder {
  /// None.
  public func immediateResponse(to request: Request) -> Response? { nil }
  /// Nothing.
  public func serverEnters(_ stage: ServerStage) {}
}

/// Whoever answers requests: the one thing the HTTP half knows of the layers above it.
public protocol Responder: Sendable {
  /// Answers a request, at once or later, from any thread. Called on a loop's thread: it must not block.
  func respond(to request: Request, _ answer: Answer)

  /// Hears of the server's stages, on the thread that starts or stops it. Does nothing unless it is written.
  func serverEnters(_ stage: ServerStage)
}

extension Responder {
  /// Nothing.
  public func serverEnters(_ stage: ServerStage) {}
}

/// Whoever answers requests: the one thing the HTTP half knows of the layers above it.
public protocol Responder: Sendable {
  /// Answers a request, at once or later, from any thread. Called on a loop's thread: it must not block.
  func respond(to request: Request, _ answer: Answer)
}

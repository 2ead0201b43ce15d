extension Response {
  /// A response whose body is written while it is sent. If `write` throws, the connection breaks off, so that the
  /// client knows that the body is not complete.
  public static func stream(
    _ type: MediaType, status: Status = .ok, _ write: @escaping @Sendable (BodyWriter) async throws -> Void
  ) -> Response {
    // Nothing but the body's own bytes, however long it is silent.
    let stream = EventStream(heartbeat: { _ in [] })
    let writer = BodyWriter(stream)
    let task = Task {
      do {
        try await write(writer)
        stream.close()
      } catch {
        stream.finish(.broken)
      }
    }
    stream.onClose { end in if end == .gone { task.cancel() } }
    return Response(status, headers: [.contentType: type.description], body: .stream(stream))
  }
}

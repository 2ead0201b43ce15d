import EspalierLocks

/// Writes the body of a response piece by piece, so that a long body need not be in memory.
///
/// ```swift
/// Route(.get, "/export.csv") { _ in
///   .stream(MediaType("text", "csv")) { body in
///     for row in try await table.rows() { try await body.write(row.csv) }
///   }
/// }
/// ```
public struct BodyWriter: Sendable {
  private let stream: EventStream
  private let waiter = Waiter()

  init(_ stream: EventStream) {
    self.stream = stream
    stream.onClose { [waiter] _ in waiter.wake() }
  }

  /// Sends bytes after those before. Waits while the client is slow. Throws `CancellationError` if the client hung up.
  public func write(_ bytes: [UInt8]) async throws(CancellationError) {
    while true {
      switch stream.send(bytes) {
      case .queued: return
      case .closed: throw CancellationError()
      case .full: await waiter.wait { [stream] wake in stream.whenDrained(wake) }
      }
    }
  }

  /// Sends a text as UTF-8.
  public func write(_ text: String) async throws(CancellationError) { try await write(Array(text.utf8)) }
}

/// Wakes the one task that waits for the reader.
private final class Waiter: Sendable {
  private let state = Lock<(continuation: CheckedContinuation<Void, Never>?, isClosed: Bool)>((nil, false))

  /// Waits until the closure that `arm` gets is called, or until `wake`.
  func wait(_ arm: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.continuation = continuation }
        return state.isClosed
      }
      if isClosed { return continuation.resume() }
      arm { [weak self] in self?.resume(closing: false) }
    }
  }

  /// The stream has ended.
  func wake() { resume(closing: true) }

  private func resume(closing: Bool) {
    let continuation = state.withLock { state in
      if closing { state.isClosed = true }
      return state.continuation.take()
    }
    continuation?.resume()
  }
}

internal import CMicroHTTPD
import Glibc

/// Reads an event stream into a connection, and suspends the connection while there is nothing to read.
@safe
final class StreamReader {
  let stream: EventStream
  /// Bytes read so far.
  private(set) var count = 0
  /// When bytes were last read, to know how long the stream has been silent.
  private(set) var lastRead = ContinuousClock.now
  // Safe: the daemon keeps the connection until it has freed the response that owns this reader.
  private let connection: OpaquePointer

  // Safe: the response owns this reader. Nil once its head has been freed.
  var response: OpaquePointer?

  /// Counts the bytes of all streams together.
  private let total: Counter

  init(_ stream: EventStream, connection: OpaquePointer, read total: Counter) {
    self.stream = stream
    self.total = total
    unsafe self.connection = connection
  }

  /// Fills the daemon's buffer. Returning 0 without suspending the connection would spin, so parking suspends it.
  func read(into buffer: UnsafeMutablePointer<CChar>, atMost limit: Int) -> Int {
    // The daemon asks for the body when it has written the head.
    if let response = unsafe response {
      unsafe espalier_free_head(response)
      unsafe self.response = nil
    }
    var written = 0
    while written < limit {
      let park: (() -> Void)? = written > 0 ? nil : { unsafe MHD_suspend_connection(self.connection) }
      switch stream.take(atMost: limit - written, park: park) {
      case .bytes(let slice):
        // Safe: the slice is no longer than what is left of the buffer.
        unsafe slice.withUnsafeBytes { bytes in
          if let start = bytes.baseAddress { unsafe memcpy(buffer + written, start, bytes.count) }
        }
        written += slice.count
      case .nothing: return noted(written)
      case .end where written > 0: return noted(written)
      case .end(.finished): return Int(MHD_CONTENT_READER_END_OF_STREAM)
      case .end: return Int(MHD_CONTENT_READER_END_WITH_ERROR)
      }
    }
    return noted(written)
  }

  private func noted(_ written: Int) -> Int {
    count += written
    if written > 0 {
      total.add(written)
      lastRead = .now
    }
    return written
  }
}

internal import CMicroHTTPD

/// A response in the daemon's form; our reference to it ends with this value, the daemon keeps its own while it sends.
@safe
struct DaemonResponse: ~Copyable {
  // Safe: made in an initialiser, given back once in deinit.
  private let pointer: OpaquePointer

  /// A response from bytes, which the daemon copies.
  init?(bytes: [UInt8]) {
    // Safe: MUST_COPY reads the bytes within the call and does not write to them.
    let made = unsafe bytes.withUnsafeBytes { buffer in
      unsafe MHD_create_response_from_buffer(
        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made = unsafe made else { return nil }
    unsafe pointer = made
  }

  /// A response that reads a stream as it comes. The block lives as long as the stream, and only HTTP/1.0 reads through it: chunks are
  /// read into the connection's memory. So it is small.
  init?(reader: StreamReader) {
    let context = unsafe Unmanaged.passRetained(reader).toOpaque()
    // Safe: the retain is given back by the free callback, which the daemon calls once, after the last read.
    let made = unsafe MHD_create_response_from_callback(
      .max, 256,
      { context, _, buffer, limit in
        // -> StreamReader.read, on the loop's thread, whenever the socket can take more.
        guard let context = unsafe context, let buffer = unsafe buffer else {
          return Int(MHD_CONTENT_READER_END_WITH_ERROR)
        }
        return unsafe Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue().read(
          into: buffer, atMost: limit)
      }, context,
      { context in
        if let context = unsafe context { unsafe Unmanaged<StreamReader>.fromOpaque(context).release() }
      })
    guard let made = unsafe made else {
      unsafe Unmanaged<StreamReader>.fromOpaque(context).release()
      return nil
    }
    unsafe pointer = made
  }

  deinit { unsafe MHD_destroy_response(pointer) }

  /// Adds a header; false where the daemon refuses it.
  func add(_ name: String, _ value: String) -> Bool { unsafe MHD_add_response_header(pointer, name, value) == .YES }

  /// Queues the response on a connection; the date and the length are the daemon's to add.
  func queue(on connection: OpaquePointer, status: Int) -> MHD_Result {
    unsafe MHD_queue_response(connection, UInt32(status), pointer)
  }
}

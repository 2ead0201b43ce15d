internal import CMicroHTTPD
import Glibc

/// A response in the daemon's form. This value holds one reference to it; the daemon holds its own while it sends.
@safe
struct DaemonResponse: ~Copyable {
  // Safe: made in an initialiser, given back once in deinit.
  private let pointer: OpaquePointer
  /// The most bytes that its head takes: the headers so far, and the status line, the date and the length.
  private(set) var headSize = 160

  /// A response from bytes. They are not copied: the daemon reads them in place until it has sent them.
  init?(bytes: [UInt8]) {
    let box = unsafe Unmanaged.passRetained(BytesBox(bytes))
    // Safe: the box keeps the array. Its storage neither moves nor changes while the box exists, and the daemon only
    // reads it. The daemon releases the box through the free callback, once, after the last read.
    let made = unsafe bytes.withUnsafeBytes { buffer in
      unsafe MHD_create_response_from_buffer_with_free_callback_cls(
        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress),
        { context in if let context = unsafe context { unsafe Unmanaged<BytesBox>.fromOpaque(context).release() } },
        box.toOpaque())
    }
    guard let made = unsafe made else {
      unsafe box.release()
      return nil
    }
    unsafe pointer = made
  }

  /// A response from pieces, which the daemon reads as the client takes them, some KiB at a time.
  init?(shared bytes: SharedBytes) {
    unsafe self.init(SharedBytesReader(bytes), size: UInt64(bytes.count), block: 16 << 10) {
      context, _, buffer, limit in
      guard let context = unsafe context, let buffer = unsafe buffer else {
        return Int(MHD_CONTENT_READER_END_WITH_ERROR)
      }
      // Safe: the context is the reader given above.
      return unsafe Unmanaged<SharedBytesReader>.fromOpaque(context).takeUnretainedValue().read(
        into: buffer, atMost: limit)
    }
  }

  /// A response from a file, which the daemon reads as the client takes it, some KiB at a time. It does not use
  /// `MHD_create_response_from_fd`, which sends more than was announced if the file grows meanwhile.
  init?(file: OpenFile) {
    unsafe self.init(file, size: UInt64(file.size), block: 64 << 10) { context, position, buffer, limit in
      guard let context = unsafe context, let buffer = unsafe buffer else {
        return Int(MHD_CONTENT_READER_END_WITH_ERROR)
      }
      // Safe: the context is the file given above.
      let count = unsafe Unmanaged<OpenFile>.fromOpaque(context).takeUnretainedValue().read(
        into: buffer, atMost: limit, from: Int(position))
      return count > 0 ? count : Int(MHD_CONTENT_READER_END_WITH_ERROR)
    }
  }

  /// A response that reads a stream as bytes arrive. Its block lives as long as the stream, and only HTTP/1.0 reads
  /// through it: with HTTP/1.1, the daemon reads chunks into the connection's memory. So the block is small.
  init?(reader: StreamReader) {
    unsafe self.init(reader, size: .max, block: 256) { context, _, buffer, limit in
      // -> StreamReader.read, on the loop's thread, whenever the socket can take more.
      guard let context = unsafe context, let buffer = unsafe buffer else {
        return Int(MHD_CONTENT_READER_END_WITH_ERROR)
      }
      // Safe: the context is the reader given above.
      return unsafe Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue().read(into: buffer, atMost: limit)
    }
    unsafe reader.response = pointer
  }

  /// A response of `size` bytes that the daemon reads by `read`, whose context is `source`, into a block.
  private init?(_ source: AnyObject, size: UInt64, block: Int, _ read: @escaping MHD_ContentReaderCallback) {
    let context = unsafe Unmanaged.passRetained(source).toOpaque()
    // Safe: the retain is given back by the free callback, which the daemon calls once, after the last read.
    let made = unsafe MHD_create_response_from_callback(
      size, block, read, context,
      { context in if let context = unsafe context { unsafe Unmanaged<AnyObject>.fromOpaque(context).release() } })
    guard let made = unsafe made else {
      unsafe Unmanaged<AnyObject>.fromOpaque(context).release()
      return nil
    }
    unsafe pointer = made
  }

  deinit { unsafe MHD_destroy_response(pointer) }

  /// Adds a header. Returns false if the daemon refuses it.
  mutating func add(_ name: String, _ value: String) -> Bool {
    headSize += name.utf8.count + value.utf8.count + 4
    // Safe: the daemon copies both. A text of Swift has a NUL after its bytes, so nothing is copied before.
    return unsafe name.withCString { name in
      unsafe value.withCString { value in unsafe MHD_add_response_header(pointer, name, value) == .YES }
    }
  }

  /// Adds a header that is part of the program.
  mutating func add(_ field: ConstantField) {
    headSize += field.name.utf8CodeUnitCount + field.value.utf8CodeUnitCount + 4
    // Safe: literals of several characters are bytes of the program with a NUL after them, and the daemon copies them.
    _ = unsafe MHD_add_response_header(
      pointer, UnsafeRawPointer(field.name.utf8Start).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(field.value.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  /// Queues the response on a connection. The daemon adds the date and the length.
  func queue(on connection: OpaquePointer, status: Int) -> MHD_Result {
    unsafe MHD_queue_response(connection, UInt32(status), pointer)
  }
}

/// Holds an array for as long as the daemon reads it.
private final class BytesBox {
  let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// Reads shared bytes in order, for one response.
private final class SharedBytesReader {
  private var cursor: SharedBytes.Cursor
  private var piece: ArraySlice<UInt8> = []

  init(_ bytes: SharedBytes) { cursor = SharedBytes.Cursor(bytes) }

  /// Fills the daemon's buffer. Returns 0 only at the end, which the daemon knows from the length.
  func read(into buffer: UnsafeMutablePointer<CChar>, atMost limit: Int) -> Int {
    var written = 0
    while written < limit {
      if piece.isEmpty {
        guard let next = cursor.next() else { break }
        piece = next[...]
      }
      let part = piece.prefix(limit - written)
      // Safe: the part is no longer than what is left of the buffer.
      unsafe part.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { unsafe memcpy(buffer + written, start, bytes.count) }
      }
      piece = piece.dropFirst(part.count)
      written += part.count
    }
    return written
  }
}

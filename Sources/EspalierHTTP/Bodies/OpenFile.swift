import Glibc

/// A file that is open for reading, and is read as it is sent: it never is in memory as a whole.
package final class OpenFile: Sendable {
  let descriptor: Int32
  /// Bytes.
  package let size: Int

  /// Takes over a descriptor.
  init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }

  /// Every byte; nil where the file cannot be read or has become shorter meanwhile.
  package var bytes: [UInt8]? {
    // Safe: each read gets the rest of a buffer of `size` bytes, and only what was read is counted.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count, count)
        guard got > 0 else { break }
        count += got
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Reads up to `limit` bytes from a position on, none behind the size that the file had when it was opened. Returns how many.
  func read(into buffer: UnsafeMutablePointer<CChar>, atMost limit: Int, from position: Int) -> Int {
    // Safe: the caller's buffer has room for `limit` bytes.
    unsafe pread(descriptor, buffer, max(0, min(limit, size - position)), position)
  }
}

import Glibc

/// A file that is open for reading. The server reads it while it sends it, so the file is never in memory as a whole.
package final class OpenFile: Sendable {
  private let file: Descriptor
  /// The position in the file at which it begins.
  private let start: Int
  /// The size in bytes.
  package let size: Int

  /// Takes ownership of a descriptor.
  init(descriptor: Int32, size: Int) { (file, start, self.size) = (Descriptor(descriptor), 0, size) }

  private init(_ file: Descriptor, from start: Int, size: Int) {
    (self.file, self.start, self.size) = (file, start, size)
  }

  /// A part of the file. It keeps the whole file open.
  func part(_ range: Range<Int>) -> OpenFile { OpenFile(file, from: start + range.lowerBound, size: range.count) }

  /// The whole content; nil if the file cannot be read or has become shorter since it was opened.
  package var bytes: [UInt8]? {
    // Safe: each read gets the rest of a buffer of `size` bytes, and only what was read is counted.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe pread(
          file.number, buffer.baseAddress.map { unsafe $0 + count }, size - count, start + count)
        guard got > 0 else { break }
        count += got
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Reads up to `limit` bytes from a position, but never past the size that the file had when it was opened. Returns
  /// the number of bytes.
  func read(into buffer: UnsafeMutablePointer<CChar>, atMost limit: Int, from position: Int) -> Int {
    // Safe: the caller's buffer has room for `limit` bytes.
    unsafe pread(file.number, buffer, max(0, min(limit, size - position)), start + position)
  }
}

/// A descriptor that is closed when nobody needs it any more.
private final class Descriptor: Sendable {
  let number: Int32
  init(_ number: Int32) { self.number = number }
  deinit { close(number) }
}

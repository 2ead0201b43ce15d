import Glibc

/// A regular file, opened, so that what was checked is what is read.
struct RegularFile: ~Copyable {
  private let descriptor: Int32
  /// Bytes.
  let size: Int
  /// Nanoseconds since 1970 at which the content last changed.
  let modified: Int64

  /// Opens a file for reading; nil where it is not there, not regular, or reached through a link in its last part.
  init?(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var facts = stat()
    // Safe: fills the local.
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    size = Int(facts.st_size)
    modified = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
  }

  /// Every byte; nil where the file cannot be read or has become shorter meanwhile.
  func bytes() -> [UInt8]? {
    // Safe: each read gets the rest of a buffer of `size` bytes, and only what was read is counted.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count)
        guard got > 0 else { break }
        count += got
      }
    }
    return bytes.count == size ? bytes : nil
  }

  deinit { close(descriptor) }

  /// The path without links and dot segments; nil where it does not exist.
  static func resolved(_ path: String) -> String? {
    // Safe: realpath allocates a string of its own, which is copied and freed here.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

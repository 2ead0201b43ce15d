import Glibc

/// A regular file, opened, so that what was checked is what is read.
package struct RegularFile {
  private let file: OpenFile
  /// Nanoseconds since 1970 at which the content last changed.
  let modified: Int64

  /// Why a file cannot be opened.
  package enum Failure: Error {
    /// It is not there, not regular, or reached through a link in its last part.
    case missing
    /// The process or the machine has no descriptor left.
    case noDescriptor
  }

  /// Opens a file for reading.
  package init(_ path: String) throws(Failure) {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw errno == EMFILE || errno == ENFILE ? .noDescriptor : .missing }
    var facts = stat()
    // Safe: fills the local.
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .missing
    }
    file = OpenFile(descriptor: descriptor, size: Int(facts.st_size))
    modified = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
  }

  /// Bytes.
  var size: Int { file.size }

  /// Every byte; nil where the file cannot be read or has become shorter meanwhile.
  var bytes: [UInt8]? { file.bytes }

  /// The file for a response that sends it.
  var open: OpenFile { file }

  /// The path without links and dot segments; nil where it does not exist.
  static func resolved(_ path: String) -> String? {
    // Safe: realpath allocates a string of its own, which is copied and freed here.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

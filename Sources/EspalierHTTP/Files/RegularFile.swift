import Glibc

/// A regular file that is already open, so that the file that was checked is also the file that is read.
package struct RegularFile {
  private let file: OpenFile
  /// Nanoseconds since 1970 at which the content last changed.
  let modified: Int64

  /// Why a file cannot be opened.
  package enum Failure: Error {
    /// The file does not exist, is not a regular file, or the last part of its path is a symbolic link.
    case missing
    /// The process or the machine has no file descriptor left.
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

  /// When the content last changed, for a header field.
  var date: HTTPDate { HTTPDate(seconds: modified.quotientAndRemainderFlooring(dividingBy: 1_000_000_000).0) }

  /// The size in bytes.
  var size: Int { file.size }

  /// The whole content; nil if the file cannot be read or has become shorter since it was opened.
  var bytes: [UInt8]? { file.bytes }

  /// The file for a response that sends it.
  var open: OpenFile { file }

  /// The path without links and dot segments; nil if it does not exist.
  static func resolved(_ path: String) -> String? {
    // Safe: realpath allocates a string, which is copied and freed here.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

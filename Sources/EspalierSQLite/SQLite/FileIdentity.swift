internal import Glibc

/// The identity of the file at a path.
struct FileIdentity: Equatable, Sendable {
  let device, inode: UInt
  /// Whether it is a file, and not a pipe, a device or a folder.
  let isRegular: Bool

  /// Nil if the path has no file.
  init?(of path: String) {
    var status = stat()
    // Safe: the path and the status live as long as the call.
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}

internal import Glibc

/// The identity of the file at a path.
struct FileIdentity: Equatable, Sendable {
  let device, inode: UInt

  /// Nil if the path has no file.
  init?(of path: String) {
    var status = stat()
    // Safe: the path and the status live as long as the call.
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

internal import Glibc
import EspalierServer

/// The files that a store writes to. Checks that they are still the files that the store opened.
struct StoreFiles: Sendable {
  private struct File {
    let name, path: String
    let identity: Identity?
  }

  private let files: [File]

  /// Remembers the current files. `log` is the write-ahead log, which holds the latest saves.
  init(database: String, log: String) {
    let files = [("the database file", database), ("the write-ahead log of the database", log)]
    self.files = files.map { File(name: $0, path: $1, identity: Identity(of: $1)) }.filter { $0.identity != nil }
  }

  /// Throws if a save would be lost when the process ends. Costs one system call for each file.
  func check() throws(PageStoreError) {
    guard let file = files.first(where: { Identity(of: $0.path) != $0.identity }) else { return }
    throw PageStoreError(
      "\(file.name) was deleted, renamed or replaced while the server runs",
      remedy: "put \(file.path) back, or stop the server, restore the database and start again")
  }
}

/// The identity of the file at a path.
private struct Identity: Equatable, Sendable {
  let device, inode: UInt

  /// Nil if the path has no file.
  init?(of path: String) {
    var status = stat()
    // Safe: the path and the status live as long as the call.
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

import EspalierServer

/// The files that a store writes to. Checks that they are still the files that the store opened.
struct StoreFiles: Sendable {
  private struct File {
    let name, path: String
    let identity: FileIdentity?
  }

  private let files: [File]

  /// Remembers the current files. `log` is the write-ahead log, which holds the latest saves.
  init(database: String, log: String) {
    let files = [("the database file", database), ("the write-ahead log of the database", log)]
    self.files = files.map { File(name: $0, path: $1, identity: FileIdentity(of: $1)) }.filter { $0.identity != nil }
  }

  /// Throws if a save would be lost when the process ends. Costs one system call for each file.
  func check() throws(PageStoreError) {
    guard let file = files.first(where: { FileIdentity(of: $0.path) != $0.identity }) else { return }
    throw PageStoreError(
      "\(file.name) was deleted, renamed or replaced while the server runs",
      remedy: "put \(file.path) back, or stop the server, restore the database and start again")
  }
}

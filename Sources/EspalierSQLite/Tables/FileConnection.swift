/// A connection that follows its file: it is opened when it is needed, and again when the path names another file.
/// Without that it would show the rows of a deleted file for ever.
final class FileConnection {
  let file: DatabaseFile
  private let make: (DatabaseFile) throws -> Connection
  /// How often it was opened.
  private(set) var opened = 0
  private var current: (connection: Connection, identity: FileIdentity)?

  init(_ file: DatabaseFile, _ make: @escaping (DatabaseFile) throws -> Connection) {
    (self.file, self.make) = (file, make)
  }

  /// The connection if it is open, whatever the path names now.
  var existing: Connection? { current?.connection }

  /// Whether the path names another file than the connection has, or none.
  var isStale: Bool { current.map { $0.identity != file.identity } ?? false }

  /// The connection to the file that the path names now. Costs one system call if it is open.
  func open() throws -> Connection {
    if isStale { current = nil }
    if let current { return current.connection }
    let connection = try make(file)
    guard let identity = file.identity else { return try make(file) }
    current = (connection, identity)
    opened += 1
    return connection
  }
}

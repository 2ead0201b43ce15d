@_exported public import EspalierTables

extension Database {
  /// The database in a file. The schema consists of statements that create the tables if they do not exist. They run when
  /// the file is opened for the first time. Without them a file that does not exist is an error. The file gets a
  /// write-ahead log.
  public convenience init(_ path: String, schema: String? = nil, limits: DatabaseLimits = DatabaseLimits()) {
    self.init(path, schema: schema, limits: limits, followsRows: true)
  }

  /// The database in a file that this program only reads. The file is not changed in any way, and need not be there yet.
  /// Writing throws an error. Pages follow what other processes write.
  public convenience init(reading path: String, limits: DatabaseLimits = DatabaseLimits()) {
    self.init(DatabaseFile(path: path, schema: nil, limits: limits, followsRows: false, isReadOnly: true))
  }

  /// As above. If `followsRows` is false, it works as with a build of SQLite without a pre-update hook. `clock` times for
  /// how long the ids of events are kept.
  package convenience init(
    _ path: String, schema: String?, limits: DatabaseLimits, followsRows: Bool,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(DatabaseFile(path: path, schema: schema, limits: limits, followsRows: followsRows), clock: clock)
  }

  private convenience init(_ file: DatabaseFile, clock: some Clock<Duration> = ContinuousClock()) {
    self.init { SQLiteEngine(file, $0, $1, clock: clock) }
  }
}

public import EspalierHTTP
@_exported public import EspalierTables

extension Database {
  /// The tables of a PostgreSQL database.
  ///
  /// ```swift
  /// let shop = Database(postgres: "postgresql://shop@10.0.0.9/shop", following: ["person", "sale"])
  /// ```
  ///
  /// - Parameters:
  ///   - url: The primary server, as libpq takes it. Read replicas are refused.
  ///   - following: The tables whose changes pages show within a quarter of a second, whoever writes. They get triggers. A
  ///     list that reads another table is read again each second, while somebody looks.
  ///   - limits: `busyTimeout` is how long a statement waits for locks.
  ///   - log: Gets a line about an index that would help.
  ///
  /// If a transaction deadlocks or conflicts with another one, the library rolls it back and runs the closure of `write`
  /// again, four times in all. So the closure must have no effect besides its statements.
  public convenience init(
    postgres url: String, following: [String] = [], limits: DatabaseLimits = DatabaseLimits(), log: Log = Log()
  ) {
    self.init { PostgresTables(url, following: following, limits: limits, log: log, $0, $1) }
  }
}

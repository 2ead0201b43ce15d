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
  ///   - following: The tables whose changes pages show at once, whoever writes. They get triggers. A list that reads another table is
  ///     read again each second, while somebody looks.
  ///   - limits: `busyTimeout` is how long a statement waits for locks.
  ///   - log: Gets a line about an index that would help.
  ///
  /// If an error ends a transaction, or another transaction was in its way, all of it may run again, at most four times. So
  /// the closure of `write` may run more than once, and must do nothing but write.
  public convenience init(
    postgres url: String, following: [String] = [], limits: DatabaseLimits = DatabaseLimits(), log: Log = Log()
  ) {
    self.init { PostgresTables(url, following: following, limits: limits, log: log, $0, $1) }
  }
}

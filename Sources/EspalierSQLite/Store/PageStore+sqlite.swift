public import EspalierServer

extension PageStore {
  /// Saves page state in one SQLite file, and creates the file if it does not exist.
  ///
  /// ```swift
  /// let site = Site(store: try .sqlite("pages.sqlite")) { … }
  /// ```
  ///
  /// Saved values survive if the process ends at any moment, also by `kill -9`. If the machine loses power, the values
  /// of the last moments may be missing, but the file stays correct (write-ahead log, `synchronous = NORMAL`).
  ///
  /// The store deletes the values of browsers and tabs that nobody used for `keepingDays` of the server's running time.
  /// If there are more than `megabytes` of them, it deletes those that were used longest ago. It never deletes the
  /// values of shared pages.
  ///
  /// One server at a time uses a file. A second one waits for it, up to `waiting`, and then throws. A file of a newer
  /// version of Espalier is refused and stays as it is.
  public static func sqlite(
    _ path: String, keepingDays days: Int = 30, upTo megabytes: Int = 512, waiting: Duration = .zero,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws -> PageStore {
    PageStore(try SQLitePageStore(path, keepingDays: days, upTo: megabytes, waiting: waiting, clock: clock))
  }
}

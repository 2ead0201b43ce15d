/// The limits of a database.
///
/// ```swift
/// Database("people.sqlite", limits: DatabaseLimits { $0.longestQuery = .seconds(5) })
/// ```
public struct DatabaseLimits: Sendable {
  /// How many rows of a list a window has at most. At least 1, at most 500. 300 unless set.
  package var windowSize = 300 { didSet { windowSize = min(max(windowSize, 1), 500) } }
  /// How many changed rows are followed one by one: in SQLite of a transaction, in PostgreSQL of a statement. After more of
  /// them all open windows of the table are read again, which then is faster. 1,000 unless set.
  package var mostRowsFollowed = 1000
  /// How many rows lie between two of the keys that are held in memory to count rows and to find their positions. A position
  /// is found among at most twice as many rows. 200 unless set.
  package var sampleEvery = 200 { didSet { sampleEvery = max(sampleEvery, 2) } }
  /// How often the database is asked what others have changed, while somebody looks. 250 ms unless set.
  package var lookEvery = Duration.milliseconds(250)
  /// How long a statement that reads may run. 2 s unless set. A statement that writes takes the time that it needs.
  public var longestQuery = Duration.seconds(2)
  /// How many rows a result may have that is read or watched as a whole. 10,000 unless set.
  public var mostRowsHeld = 10_000
  /// The share of a processor core for counting the rows of lists. 0.1 unless set.
  package var countShare = 0.1 { didSet { countShare = min(max(countShare, 0.001), 1) } }
  /// How long a statement waits for what others have locked. 5 s unless set.
  public var busyTimeout = Duration.seconds(5)

  /// The default limits, with some of them changed.
  public init(_ change: (inout DatabaseLimits) -> Void = { _ in }) { change(&self) }
}

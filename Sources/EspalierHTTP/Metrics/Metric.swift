/// One number that the server counts or measures, to hand to a backend of one's own.
///
/// The article "Operating" of `EspalierServer` lists all of them.
public struct Metric: Sendable {
  /// The name, for example `espalier_requests_total`. A histogram has several numbers: those with the ending `_bucket`
  /// count the observations up to the label `le`, then come `_sum` and `_count`.
  public let name: String
  /// The labels. No client can add one.
  public let labels: [(name: String, value: String)]
  /// The number. Times are in seconds.
  public let value: Double
  /// Whether the number only grows, from the start of the process. Others go up and down.
  public let isCounter: Bool
}

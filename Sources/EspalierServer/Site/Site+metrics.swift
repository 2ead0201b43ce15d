public import EspalierHTTP

extension Site {
  /// Reads all metrics of the site and its servers, for a backend of one's own. `/metrics` shows the same.
  ///
  /// ```swift
  /// for metric in site.metrics() { backend.send(metric.name, metric.labels, metric.value) }
  /// ```
  ///
  /// Any thread may call it. Cost: some hundred numbers, and one short lock for each open stream.
  public func metrics() -> [Metric] { core.metrics.collected.metrics }
}

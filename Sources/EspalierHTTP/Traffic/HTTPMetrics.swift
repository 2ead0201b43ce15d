/// Counts requests, connections and streams. To count is an atomic addition. No label comes from a client.
package final class HTTPMetrics: Sendable {
  package let requests = RequestCounts()
  /// Requests without a reply, most often because the client left before it.
  package let unanswered = Counter()
  package let responseBodyBytes = Counter()
  /// Bytes that were not sent because the body was compressed.
  package let compressionSavedBytes = Counter()
  package let connectionsOpened = Counter()
  package let connectionsClosed = Counter()
  package let rejections: CounterSet<LimitName>
  package let streams = OpenStreams()
  /// Nanoseconds since 1970.
  let processStart = ProcessFacts.start

  /// Counts how often clients exceed the limits of this module, and `limits` of the layers above.
  package init(limits: [LimitName] = []) { rejections = CounterSet(LimitName.http + limits) }

  /// Counts an error if it names a limit that was exceeded.
  package func note(_ error: HTTPError) {
    if let limit = error.limit { rejections.add(to: limit) }
  }
}

extension HTTPMetrics {
  /// Writes the metrics of requests and connections.
  package func addRequests(to text: inout Exposition) {
    text.add("espalier_requests_total", .counter, "Requests answered, by method and status.", requests.samples)
    text.add(
      "espalier_requests_unanswered_total", .counter, "Requests without a reply; the log says why.", unanswered.value)
    text.add(
      "espalier_response_body_bytes_total", .counter, "Bytes of response bodies, including streams.",
      responseBodyBytes.value)
    text.add(
      "espalier_compression_saved_bytes_total", .counter, "Bytes of response bodies that compression saved.",
      compressionSavedBytes.value)
    let opened = connectionsOpened.value
    text.add("espalier_connections", .gauge, "Connections open now.", max(0, opened - connectionsClosed.value))
    text.add("espalier_connections_total", .counter, "Connections accepted.", opened)
    text.add(
      "espalier_connections_refused_total", .counter, "Connections refused because their address already had too many.",
      rejections[.connectionsPerAddress])
    text.add(
      "espalier_rejections_total", .counter,
      "How often a limit was exceeded and something was refused, cut, delayed or forgotten, by limit.",
      rejections.samples("limit"))
  }

  /// Writes the metrics of event streams. Cost: proportional to the open streams.
  package func addStreams(to text: inout Exposition) {
    text.add("espalier_streams", .gauge, "Event streams open now.", streams.count)
    text.add("espalier_streams_total", .counter, "Event streams opened.", streams.opened.value)
    text.add(
      "espalier_stream_pending_bytes", .gauge, "Bytes that wait in event streams for their readers.", streams.pending)
  }

  /// Writes the metrics of the log and the process. The metrics of the process have the names that all exporters use,
  /// so that ready-made dashboards find them.
  package func addProcess(to text: inout Exposition) {
    text.add(
      "espalier_log_lines_lost_total", .counter, "Log lines dropped because standard error was not read.",
      Log.standardErrorWriter.lost.value)
    text.add(
      "process_start_time_seconds", .gauge, "Start time of the process, in seconds since 1970.",
      [.init([], .nanoseconds(processStart))])
    text.add(
      "process_resident_memory_bytes", .gauge, "Resident memory in bytes.", ProcessFacts.residentMemory)
    text.add("process_open_fds", .gauge, "Open file descriptors.", ProcessFacts.openDescriptors)
    text.add("process_max_fds", .gauge, "Maximum number of open file descriptors.", Descriptors.limit)
  }
}

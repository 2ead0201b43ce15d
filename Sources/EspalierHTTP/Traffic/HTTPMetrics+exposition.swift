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

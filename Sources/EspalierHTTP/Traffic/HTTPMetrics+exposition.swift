extension HTTPMetrics {
  /// Writes what was counted of requests and connections.
  package func addRequests(to text: inout Exposition) {
    text.add("espalier_requests_total", .counter, "Requests answered, by method and status.", requests.samples)
    text.add(
      "espalier_requests_unanswered_total", .counter, "Requests whose client left before the answer.", unanswered.value)
    text.add(
      "espalier_response_body_bytes_total", .counter, "Bytes of response bodies, those of streams included.",
      responseBodyBytes.value)
    let opened = connectionsOpened.value
    text.add("espalier_connections", .gauge, "Connections open now.", max(0, opened - connectionsClosed.value))
    text.add("espalier_connections_total", .counter, "Connections accepted.", opened)
    text.add(
      "espalier_connections_refused_total", .counter, "Connections refused because their address had too many.",
      rejections[.connectionsPerAddress])
    text.add(
      "espalier_rejections_total", .counter,
      "What was refused, cut, left to wait or forgotten, by the limit that was crossed.",
      rejections.samples("limit"))
  }

  /// Writes what was counted of event streams. Cost: the streams that are open.
  package func addStreams(to text: inout Exposition) {
    text.add("espalier_streams", .gauge, "Event streams open now.", streams.count)
    text.add("espalier_streams_total", .counter, "Event streams opened.", streams.opened.value)
    text.add(
      "espalier_stream_pending_bytes", .gauge, "Bytes that wait in event streams for their readers.", streams.pending)
  }

  /// Writes what was counted of the log and the process. The names of the process' numbers are those of all exporters, so that
  /// ready-made dashboards find them.
  package func addProcess(to text: inout Exposition) {
    text.add(
      "espalier_log_lines_lost_total", .counter, "Log lines dropped because nobody read standard error.",
      Log.standardErrorWriter.lost.value)
    text.add(
      "process_start_time_seconds", .gauge, "When the process began, since 1970.",
      [.init([], .nanoseconds(processStart))])
    text.add(
      "process_resident_memory_bytes", .gauge, "Memory that is resident.", ProcessFacts.residentMemory)
    text.add("process_open_fds", .gauge, "File descriptors that are open.", ProcessFacts.openDescriptors)
    text.add("process_max_fds", .gauge, "File descriptors that may be open.", Descriptors.limit)
  }
}

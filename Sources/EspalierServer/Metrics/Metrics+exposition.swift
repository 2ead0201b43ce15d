extension Metrics {
  /// All of it as text. Cost: the streams that are open, not the instances nor the rows.
  var exposition: [UInt8] {
    var text = Exposition()
    addHTTP(&text)
    addStreams(&text)
    addEvents(&text)
    addChanges(&text)
    addStore(&text)
    addPages(&text)
    addLog(&text)
    addProcess(&text)
    return text.bytes
  }

  private func addHTTP(_ text: inout Exposition) {
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

  private func addStreams(_ text: inout Exposition) {
    text.add("espalier_streams", .gauge, "Event streams open now.", streams.count)
    text.add("espalier_streams_total", .counter, "Event streams opened.", streams.opened.value)
    text.add(
      "espalier_streams_behind_total", .counter, "Times that an event stream fell behind its page for a slow reader.",
      rejections[.streamPending])
    text.add(
      "espalier_stream_pending_bytes", .gauge, "Bytes that wait in event streams for their readers.", streams.pending)
  }

  private func addEvents(_ text: inout Exposition) {
    text.add("espalier_events_total", .counter, "Events posted, by what became of them.", events.samples("outcome"))
    text.add(
      "espalier_event_refusals_total", .counter, "Events refused, by the code of the problem.",
      eventRefusals.samples("code"))
    text.add(
      "espalier_event_seconds", "Time from an event's arrival to its reply, with the wait for the page's turn.",
      eventTime.snapshot)
  }

  private func addChanges(_ text: inout Exposition) {
    text.add("espalier_renders_total", .counter, "Cells rendered.", renders.value)
    text.add("espalier_flushes_total", .counter, "Passes over what had changed in a page.", flushes.value)
    text.add("espalier_flush_seconds", "Time from changed models to one change set.", flushTime.snapshot)
    text.add("espalier_slow_total", .counter, "Times that page code took longer than PageLimits.slow.", slow.value)
    text.add("espalier_patches_total", .counter, "Versions published.", patches.value)
    text.add(
      "espalier_patch_encodings_total", .counter, "Patches encoded, once for all viewers of a dialect.",
      patchEncodings.samples("dialect"))
    text.add(
      "espalier_patch_bytes_total", .counter, "Bytes of encoded patches, counted once for all viewers of a dialect.",
      patchBytes.samples("dialect"))
    text.add(
      "espalier_snapshot_encodings_total", .counter,
      "Whole pages encoded, once for all viewers of a version and dialect.",
      snapshotEncodings.samples("dialect"))
  }

  private func addStore(_ text: inout Exposition) {
    text.add(
      "espalier_store_up", .gauge, "1 if the last save, read and check of the store worked, else 0.",
      storeWatch.isUp ? 1 : 0)
    text.add(
      "espalier_store_failures_total", .counter, "Times that a page could not be saved or read back.",
      storeFailures.value)
    text.add(
      "espalier_store_unreadable_total", .counter, "Saved values that could not be read and were left out.",
      storeUnreadable.value)
    let forgotten = store?.forgotten ?? ForgottenInstances()
    text.add(
      "espalier_store_forgotten_total", .counter, "Saved page instances that the store deleted, by the reason.",
      [.init([("reason", "room")], forgotten.room), .init([("reason", "unused")], forgotten.unused)])
  }

  private func addPages(_ text: inout Exposition) {
    let all = pages.values.sorted { $0.path < $1.path }
    text.add(
      "espalier_page_instances", .gauge, "Living trees of pages.",
      all.map { .init($0.labels, max(0, $0.made.value - $0.evicted.value - $0.expired.value)) })
    text.add(
      "espalier_page_instances_made_total", .counter, "Trees made.", all.map { .init($0.labels, $0.made.value) })
    text.add(
      "espalier_page_instances_evicted_total", .counter, "Trees let go to make room.",
      all.map { .init($0.labels, $0.evicted.value) })
    text.add(
      "espalier_page_instances_expired_total", .counter, "Trees let go because nobody had looked for long.",
      all.map { .init($0.labels, $0.expired.value) })
    text.add(
      "espalier_viewers", .gauge, "Streams that follow a page now.",
      all.map { .init([("page", $0.path)], $0.viewers.value) })
  }

  private func addLog(_ text: inout Exposition) {
    text.add(
      "espalier_log_lines_lost_total", .counter, "Log lines dropped because nobody read standard error.",
      Log.standardErrorWriter.lost.value)
  }

  /// Named as all exporters name them, so that ready-made dashboards find them.
  private func addProcess(_ text: inout Exposition) {
    text.add(
      "process_start_time_seconds", .gauge, "When the process began, since 1970.",
      [.init([], .nanoseconds(processStart))])
    text.add(
      "process_resident_memory_bytes", .gauge, "Memory that is resident.", ProcessFacts.residentMemory)
    text.add("process_open_fds", .gauge, "File descriptors that are open.", ProcessFacts.openDescriptors)
    text.add("process_max_fds", .gauge, "File descriptors that may be open.", Descriptors.limit)
  }
}

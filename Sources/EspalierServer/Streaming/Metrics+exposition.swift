import EspalierHTTP

extension Metrics {
  /// All metrics as text.
  var exposition: [UInt8] { collected.bytes }

  /// All metrics. The cost depends on the open streams, not on the instances or rows.
  var collected: Exposition {
    var text = Exposition()
    http.addRequests(to: &text)
    addStreams(&text)
    addEvents(&text)
    addChanges(&text)
    addStore(&text)
    node?.addMetrics(to: &text)
    addPages(&text)
    http.addProcess(to: &text)
    return text
  }

  private func addStreams(_ text: inout Exposition) {
    http.addStreams(to: &text)
    text.add(
      "espalier_streams_behind_total", .counter,
      "How often an event stream fell behind its page because its reader was slow.",
      rejections[.streamPending])
  }

  private func addEvents(_ text: inout Exposition) {
    text.add("espalier_events_total", .counter, "Events received, by outcome.", events.samples("outcome"))
    text.add(
      "espalier_event_refusals_total", .counter, "Events refused, by the code of the problem.",
      eventRefusals.samples("code"))
    text.add(
      "espalier_event_seconds", "Time from an event's arrival to its reply, including the wait for the page.",
      eventTime.snapshot)
  }

  private func addChanges(_ text: inout Exposition) {
    text.add("espalier_renders_total", .counter, "Cells rendered.", renders.value)
    text.add("espalier_flushes_total", .counter, "Passes that collect the changes of a page.", flushes.value)
    text.add("espalier_flush_seconds", "Time to turn changed models into one change set.", flushTime.snapshot)
    text.add(
      "espalier_slow_total", .counter, "How often page code took longer than Limits.pages.slow.", slow.value)
    text.add("espalier_patches_total", .counter, "Versions published.", streaming.patches.value)
    text.add(
      "espalier_patch_encodings_total", .counter, "Patches encoded, once for all viewers of a dialect.",
      streaming.patchEncodings.samples("dialect"))
    text.add(
      "espalier_patch_bytes_total", .counter, "Bytes of encoded patches, counted once for all viewers of a dialect.",
      streaming.patchBytes.samples("dialect"))
    text.add(
      "espalier_snapshot_encodings_total", .counter,
      "Snapshots of whole pages encoded, once for all viewers of a version and dialect.",
      streaming.snapshotEncodings.samples("dialect"))
  }

  private func addStore(_ text: inout Exposition) {
    text.add(
      "espalier_store_up", .gauge, "1 if the last save, read and check of the store worked, otherwise 0.",
      store.isUp ? 1 : 0)
    text.add(
      "espalier_store_failures_total", .counter, "How often a page could not be saved or read.",
      store.failures.value)
    text.add(
      "espalier_store_unreadable_total", .counter, "Saved values that could not be read and were left out.",
      store.unreadable.value)
    let forgotten = pageStore?.forgotten ?? ForgottenInstances()
    text.add(
      "espalier_store_forgotten_total", .counter, "Saved page instances that the store deleted, by reason.",
      [.init([("reason", "room")], forgotten.room), .init([("reason", "unused")], forgotten.unused)])
  }

  private func addPages(_ text: inout Exposition) {
    let all = pages.values.sorted { $0.path < $1.path }
    text.add(
      "espalier_page_instances", .gauge, "Live page instances.",
      all.map { .init($0.labels, max(0, $0.made.value - $0.evicted.value - $0.expired.value)) })
    text.add(
      "espalier_page_instances_made_total", .counter, "Page instances made.",
      all.map { .init($0.labels, $0.made.value) })
    text.add(
      "espalier_page_instances_evicted_total", .counter, "Page instances removed to make room.",
      all.map { .init($0.labels, $0.evicted.value) })
    text.add(
      "espalier_page_instances_expired_total", .counter,
      "Page instances removed because nobody had used them for a long time.",
      all.map { .init($0.labels, $0.expired.value) })
    text.add(
      "espalier_page_repairs_total", .counter,
      "How often a browser found that its page differed from the server's, and repaired it.", repairs.value)
    text.add(
      "espalier_viewers", .gauge, "Streams that follow a page now.",
      all.map { .init([("page", $0.path)], $0.viewers.value) })
    text.add(
      "espalier_page_waiting", .gauge, "Requests and other work that wait for an instance of a page now.",
      all.map { .init([("page", $0.path)], $0.waiting.value) })
  }
}

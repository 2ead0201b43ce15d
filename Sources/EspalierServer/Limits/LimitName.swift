/// The limits whose crossing is counted, spelled as the properties of `Limits` and `PageLimits` are.
enum LimitName: String, Sendable, CaseIterable {
  case body, bodies, target, headers, headerMemory, headerDeadline, bodyDeadline, idle, stall, connections,
    connectionsPerAddress, threads, descriptors, progress
  case shutdownGrace
  case instances, instanceBytes, instancesPerAddress, instanceBytesPerAddress, instancesPerSecond, viewers,
    streamsPerBrowser, streamPending, eventsPerSecond, eventsPerAddress,
    jsonDepth, wait, work, file
  case journal, journalBytes, receipts, receiptBytes

  /// Those that cannot be set: they follow from the machine and from what libmicrohttpd does.
  static let fixed: Set<LimitName> = [.descriptors, .progress]
}

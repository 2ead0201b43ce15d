/// The limits whose crossing is counted, spelled as the properties of `Limits` and `PageLimits` are.
enum LimitName: String, Sendable, CaseIterable {
  case body, target, headers, headerMemory, headerDeadline, bodyDeadline, idle, stall, connections,
    connectionsPerAddress, threads
  case shutdownGrace
  case instances, instancesPerSecond, viewers, streamsPerBrowser, streamPending, eventsPerSecond, eventsPerAddress,
    jsonDepth, wait, work, file
  case journal, journalBytes, receipts, receiptBytes
}

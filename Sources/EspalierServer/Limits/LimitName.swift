/// The limits whose crossing is counted, spelled as the properties of `Limits` and `PageLimits` are.
enum LimitName: String, Sendable, CaseIterable {
  case body, headerMemory, headerDeadline, bodyDeadline, idle, connectionsPerAddress, shutdownGrace
  case instances, viewers, streamPending, jsonDepth, file
}

import Testing

/// Waits until the condition holds, because other threads do the work.
func until(_ holds: () async throws -> Bool) async throws {
  for _ in 0..<1000 {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  Issue.record("it did not happen in time")
}

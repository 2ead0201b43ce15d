/// Waits until the condition holds, because other threads do the work. Throws after thirty seconds.
package func until(_ holds: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while .now < end {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw NotInTime()
}

private struct NotInTime: Error, CustomStringConvertible {
  let description = "the condition did not hold within thirty seconds"
}

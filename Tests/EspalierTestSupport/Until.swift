/// Waits until the condition holds, because other threads do the work. Throws after 6,000 looks, which take thirty seconds
/// and more: when all tests run at once, a test may wait for a minute until it is its turn again.
package func until(_ holds: () async throws -> Bool) async throws {
  for _ in 0..<6000 {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw NotInTime()
}

private struct NotInTime: Error, CustomStringConvertible {
  let description = "the condition did not hold at any of 6,000 looks"
}

/// Waits until the condition holds, because other threads do the work. Throws after five seconds.
package func until(_ holds: () async throws -> Bool) async throws {
  for _ in 0..<1000 {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw NotInTime()
}

private struct NotInTime: Error, CustomStringConvertible {
  let description = "the condition did not hold within five seconds"
}

/// Requests by method and status: one atomic addition in a fixed table.
package final class RequestCounts: Sendable {
  /// Any other method counts as `other`.
  private static let methods: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
  private static let statuses = 200...599

  /// A row of 400 statuses for each method.
  private let table = CounterRow<3200>()

  /// Counts a reply. The method is nil if it was never read.
  package func add(_ method: Method?, status: Int) {
    guard Self.statuses.contains(status) else { return }
    let row = method.flatMap { Self.methods.firstIndex(of: $0) } ?? Self.methods.count
    table.add(at: row * Self.statuses.count + status - Self.statuses.lowerBound)
  }

  /// One sample for each pair that occurred.
  package var samples: [Exposition.Sample] {
    (0...Self.methods.count).flatMap { row in
      let method = row < Self.methods.count ? Self.methods[row].rawValue : "other"
      return Self.statuses.compactMap { status in
        let count = table[row * Self.statuses.count + status - Self.statuses.lowerBound]
        return count > 0 ? Exposition.Sample([("method", method), ("status", String(status))], count) : nil
      }
    }
  }
}

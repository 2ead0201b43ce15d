/// A simulated remote archive of orders that is read page by page, over a connection that can fail.
enum Archive {
  static let page = 20
  static let count = 4 * page

  struct Order: Sendable {
    /// The number of rows that the list has already.
    var from: Int
    var wait: Duration
    var isLineBroken = false
  }

  struct LineBroken: Error {}

  /// Waits, then returns the number of rows including the new page.
  static func read(_ order: Order) async throws -> Int {
    try await Task.sleep(for: order.wait)
    if order.isLineBroken { throw LineBroken() }
    return min(order.from + page, count)
  }
}

/// Something far away that is read page by page, over a line that may break.
enum Archive {
  static let page = 20
  static let count = 4 * page

  struct Order: Sendable {
    /// How many rows are there already.
    var from: Int
    var wait: Duration
    var isLineBroken = false
  }

  struct LineBroken: Error {}

  /// How many rows there are, this page included.
  static func read(_ order: Order) async throws -> Int {
    try await Task.sleep(for: order.wait)
    if order.isLineBroken { throw LineBroken() }
    return min(order.from + page, count)
  }
}

/// A simulated remote diary of a garden that is read page by page, over a connection that fails once.
enum Diary {
  /// The days of a page.
  static let page = 41
  /// How many pages there are before the first page, and after it.
  static let reach = 5

  /// A request for the days of one page. Page 0 begins with today.
  struct Order: Sendable {
    var page: Int
    var wait: Duration
    var isLineBroken = false
  }

  struct LineBroken: Error {}

  /// Waits, then returns the page that was read.
  static func read(_ order: Order) async throws -> Int {
    try await Task.sleep(for: order.wait)
    if order.isLineBroken { throw LineBroken() }
    return order.page
  }
}

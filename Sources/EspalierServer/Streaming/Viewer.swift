import EspalierHTTP
import Synchronization

/// One attached stream: what it speaks, and how far it was told. Stays in its instance's lane.
final class Viewer {
  let stream: EventStream
  let dialect: Dialect
  /// The browser that follows.
  let browser: String
  var backpressure = Backpressure(at: 0)

  init(stream: EventStream, dialect: Dialect, browser: String) {
    self.stream = stream
    self.dialect = dialect
    self.browser = browser
  }
}

/// How many look at an instance; readable from any thread.
final class Audience: Sendable {
  private let number = Atomic(0)
  /// Counts over all instances of the page.
  private let page: Counter
  init(in page: Counter) { self.page = page }

  var count: Int { number.load(ordering: .relaxed) }

  func join() {
    number.add(1, ordering: .relaxed)
    page.add(1)
  }

  func leave() {
    number.subtract(1, ordering: .relaxed)
    page.add(-1)
  }
}

import EspalierHTTP
import Synchronization

/// One attached stream: its dialect, and the last version that it got. Used only in its instance's lane.
final class Viewer {
  let stream: EventStream
  let dialect: Dialect
  /// The browser that follows.
  let browser: String
  /// Its right to follow the page; nil if everybody may.
  let rights: Rights?
  var backpressure = Backpressure(at: 0)

  init(stream: EventStream, dialect: Dialect, browser: String, rights: Rights? = nil) {
    self.rights = rights
    self.stream = stream
    self.dialect = dialect
    self.browser = browser
  }
}

/// The viewer count of an instance. Any thread may read it.
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

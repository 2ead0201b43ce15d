import Synchronization

/// One attached stream: what it speaks, and how it is fed.
final class Viewer: Sendable {
  let stream: EventStream
  let dialect: Dialect
  /// The browser that follows, if it said so.
  let browser: String?

  init(stream: EventStream, dialect: Dialect, browser: String?) {
    self.stream = stream
    self.dialect = dialect
    self.browser = browser
  }

  /// Encoded once for all viewers of one dialect.
  func send(_ patch: Patch, from instance: isolated PageInstance) {
    stream.send(patch.frame(dialect, instance.dialects))
  }
}

/// How many look at an instance; readable from any thread.
final class Audience: Sendable {
  private let number = Atomic(0)
  private let page: PageCounts

  init(of page: PageCounts) { self.page = page }

  var count: Int { number.load(ordering: .relaxed) }

  func join() {
    number.add(1, ordering: .relaxed)
    page.viewers.add(1)
  }

  func leave() {
    number.subtract(1, ordering: .relaxed)
    page.viewers.add(-1)
  }
}

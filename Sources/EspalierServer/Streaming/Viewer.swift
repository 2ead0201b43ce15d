import EspalierHTTP
import Synchronization

/// One attached stream: its dialect, and the last version that it got. Used only in its instance's lane.
final class Viewer {
  let stream: EventStream
  let dialect: Dialect
  /// The browser that follows.
  let browser: String
  /// The name that the tree has for it; nil if another node passes the stream on, and it is not known to whom.
  let client: String?
  /// Who that is, if the site knows it.
  let visitor: Sender?
  /// Its right to follow the page; nil if everybody may.
  let rights: Rights?
  /// Whether another node passes the stream on to several viewers.
  let isOfMany: Bool
  var backpressure = Backpressure(at: 0)
  /// Whether it gets the whole page next, so that no patch applies.
  var awaitsPage = false

  init(
    stream: EventStream, dialect: Dialect, browser: String, client: String? = nil, visitor: Sender? = nil,
    rights: Rights? = nil, isOfMany: Bool = false
  ) {
    self.client = client
    (self.rights, self.visitor, self.isOfMany) = (rights, visitor, isOfMany)
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

/// Decides what to send to a viewer. While its stream has room, it gets each version. When the stream is full, it gets
/// nothing until the reader has taken everything that waits, and then everything it missed.
struct Backpressure: Equatable {
  /// The last version that was queued.
  private(set) var number: Int
  /// Whether versions were left out since then.
  private(set) var isBehind = false

  /// A viewer that has everything up to a version.
  init(at number: Int) { self.number = number }

  /// Records the result of sending a version. Returns whether the viewer has fallen behind because of it.
  mutating func sent(_ number: Int, _ sent: EventStream.Sent) -> Bool {
    switch sent {
    case .queued: self.number = number
    case .full: isBehind = true
    case .closed: break
    }
    return sent == .full
  }

  /// The reader has taken everything. Returns the version to continue from; nil if nothing was left out.
  mutating func drained() -> Int? {
    guard isBehind else { return nil }
    isBehind = false
    return number
  }
}

import EspalierHTTP
import Espalier

/// The metrics of one site and its server. They own it and pass it down; nothing here is global.
///
/// To count is an atomic addition. No label comes from a client, and nothing is counted per viewer and patch.
final class Metrics: Sendable {
  let http = HTTPMetrics(limits: LimitName.pages)
  var rejections: CounterSet<LimitName> { http.rejections }
  let events = CounterSet<EventOutcome>()
  let eventRefusals = CounterSet(HTTPError.Code.ofEvents)
  /// From the arrival of the whole event to the reply, including the wait for the page.
  let eventTime = Histogram()

  /// Cells rendered.
  let renders = Counter()
  /// Passes that collect the changes of a page.
  let flushes = Counter()
  /// The time to turn changed models into one change set.
  let flushTime = Histogram()
  /// Times that page code took longer than `Limits.pages.slow`.
  let slow = Counter()
  /// Pages that differed from the server's and that their browsers repaired.
  let repairs = Counter()
  let streaming: StreamingMetrics
  let store = StoreWatch()
  /// The counts of each page, by path.
  let pages: [String: PageCounts]
  /// The store, to read how many instances it has deleted.
  let pageStore: (any PageStorage)?
  let node: (any ClusterNode)?
  init(pages: [Page] = [], store: PageStore? = nil) {
    (pageStore, node) = (store?.storage, store?.node)
    streaming = StreamingMetrics(http.rejections)
    self.pages = Dictionary(pages.map { ($0.path, PageCounts($0)) }) { first, _ in first }
  }

  /// Counts an error if it names a limit that was exceeded.
  func note(_ error: HTTPError) {
    http.note(error)
  }

  /// Counts an event that was not delivered.
  func refused(_ error: HTTPError) {
    events.add(to: .refused)
    eventRefusals.add(to: error.code)
  }
}

/// Counts versions and their encodings. Nothing is counted per viewer and patch.
final class StreamingMetrics: Sendable {
  /// Versions published.
  let patches = Counter()
  let patchEncodings = CounterSet<Dialect>()
  let patchBytes = CounterSet<Dialect>()
  let snapshotEncodings = CounterSet<Dialect>()
  let rejections: CounterSet<LimitName>

  init(_ rejections: CounterSet<LimitName> = CounterSet(LimitName.pages)) { self.rejections = rejections }
}

/// The outcome of an event that a client sent.
enum EventOutcome: String, Sendable, CaseIterable {
  /// A container, a command or the site answered it.
  case handled
  /// No container, command or handler of the site answered it.
  case unhandled
  /// A handler answered it and stopped it from going up further.
  case stopped
  /// An event with the same id came before, so this one had no second effect.
  case repeated
  /// It was not delivered; `HTTPError.Code.ofEvents` says why.
  case refused

  init(_ delivery: Delivery) {
    self =
      if delivery.command == nil && delivery.isStopped { .stopped } else if delivery.isHandled { .handled } else {
        .unhandled
      }
  }
}

extension HTTPError.Code {
  /// The reasons why an event may be refused.
  static let ofEvents: [HTTPError.Code] = [
    .badJSON, .badForm, .badPayload, .unknownNode, .unknownEvent, .unprocessable, .unsupportedMediaType, .notAcceptable,
    .forbidden, .conflict, .preconditionFailed, .tooManyRequests, .unavailable, .internalError,
  ]
}

/// The counts of one page over all its instances, so that a scrape need not look at the instances.
final class PageCounts: Sendable {
  let path: String
  let scope: Page.Scope
  let made = Counter()
  /// Removed to make room.
  let evicted = Counter()
  /// Removed because nobody had used them for a long time.
  let expired = Counter()
  /// Streams that follow any of its instances now.
  let viewers = Counter()
  /// Requests and other work that wait for one of them now.
  let waiting = Counter()

  init(_ page: Page) {
    path = page.path
    scope = page.scope
  }

  var labels: [(String, String)] { [("page", path), ("scope", scope.name)] }
}

extension Page.Scope {
  /// The name as written in labels.
  var name: String {
    switch self {
    case .shared: "shared"
    case .browser: "browser"
    case .tab: "tab"
    }
  }
}

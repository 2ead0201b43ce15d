import EspalierHTTP

/// Everything that is counted of one site and its server. It belongs to them and is passed down; nothing here is global.
///
/// Whoever counts adds to an atomic number and goes on. No label comes from a client, and nothing is counted per viewer and patch.
final class Metrics: Sendable {
  let http = HTTPMetrics(limits: LimitName.pages)
  var rejections: CounterSet<LimitName> { http.rejections }
  let events = CounterSet<EventOutcome>()
  let eventRefusals = CounterSet(HTTPError.Code.ofEvents)
  /// From the whole event's arrival to the reply, with the wait for the page's turn.
  let eventTime = Histogram()

  /// Cells rendered.
  let renders = Counter()
  /// Passes over what was dirty.
  let flushes = Counter()
  /// From changed models to one change set.
  let flushTime = Histogram()
  /// Times that page code took longer than `Limits.pages.slow`.
  let slow = Counter()
  let streaming: StreamingMetrics
  let store = StoreWatch()
  /// By path.
  let pages: [String: PageCounts]
  /// Asked what it has forgotten.
  let pageStore: (any PageStorage)?
  init(pages: [Page] = [], store: (any PageStorage)? = nil) {
    pageStore = store
    streaming = StreamingMetrics(http.rejections)
    self.pages = Dictionary(pages.map { ($0.path, PageCounts($0)) }) { first, _ in first }
  }

  /// Counts an error if it says that a limit was crossed.
  func note(_ error: HTTPError) {
    http.note(error)
  }

  /// Counts an event that was not delivered.
  func refused(_ error: HTTPError) {
    events.add(to: .refused)
    eventRefusals.add(to: error.code)
  }
}

import EspalierHTTP

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
  init(pages: [Page] = [], store: (any PageStorage)? = nil) {
    pageStore = store
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

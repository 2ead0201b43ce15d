import Espalier
import EspalierHTTP

/// The parts that all instances of a site share.
struct Surroundings: Sendable {
  let log: Log
  let holdings: Holdings
  let metrics: Metrics
  let limits: PageLimits
  let siteClock: SiteClock
  let templates: SiteTemplates
  let identification: Identification
  let eventRates: EventRates
  let eventLimits = EventLimits()
  let languages: SiteLanguages
  let isDevelopment: Bool
  let notices = Notices()
  let rendering = RenderMemory()
  let unfinished = UnfinishedWork()
  let closedPages = ClosedPages()

  /// The epoch of a new instance. In a cluster it begins with the term, so that two nodes never use the same one.
  func newEpoch(in term: UInt64?) -> String {
    let random = RandomID.next().prefix(6)
    return term.map { "\(String($0, radix: 16))g\(random)" } ?? String(random)
  }
  var prefix: URLPrefix { templates.prefix }
  var services: SiteServices { identification.services }
}

/// The events about which the log of a site in development already has a warning.
struct Warnings {
  /// The events that no handler answers.
  var unanswered: Set<EventDescriptor> = []
  /// The events that take any integer.
  var unbounded: Set<EventDescriptor> = []
}

import Espalier
import EspalierHTTP

/// The parts that all instances of a site share.
struct Surroundings: Sendable {
  let log: Log
  /// What has to be saved; nil without a store.
  let saves: SaveQueue?
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

import Espalier
import EspalierHTTP

/// What all instances of a site share.
struct Surroundings: Sendable {
  let log: Log
  let store: (any PageStorage)?
  let metrics: Metrics
  let limits: PageLimits
  let siteClock: SiteClock
  let templates: SiteTemplates
  let services: SiteServices
  let isDevelopment: Bool
}

/// The events of which the log of a site in development was warned.
struct Warnings {
  /// The events that nobody answers.
  var unanswered: Set<EventDescriptor> = []
  /// The events that take any integer.
  var unbounded: Set<EventDescriptor> = []
}

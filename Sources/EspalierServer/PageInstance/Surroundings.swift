import Espalier
import EspalierHTTP
import EspalierLocks

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
  /// Says what may leave a node of a cluster; nil on one machine.
  let tenure: Tenure?
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

/// What may leave a node of a cluster. When its lease has lapsed, another node may have the site, so nothing leaves until
/// the database has said who has it.
final class Tenure: Sendable {
  /// How long it waits before it asks the database again.
  private static let pause = Duration.milliseconds(100)

  private let node: any ClusterNode
  private let asked = Lock<(term: UInt64, ticket: SaveTicket)?>(nil)

  init(_ node: any ClusterNode) { self.node = node }

  /// The term in which the node has the site; 0 if it does not have it.
  var term: UInt64 { node.term(of: .site) ?? 0 }

  /// For what everything waits that would leave and was made in a term; nil if it may leave. It is refused if another node has
  /// or had the site since.
  func inQuestion(in term: UInt64) -> SaveTicket? {
    let ask: @Sendable (@escaping Found<Bool>.Reply) -> Void
    switch node.hasStill(.site, in: term) {
    case .here(let hasIt): return hasIt ? nil : SaveTicket(.refused)
    case .asked(let call): ask = call
    }
    let (ticket, isNew) = asked.withLock { asked in
      if let (known, ticket) = asked, known == term { return (ticket, false) }
      let ticket = SaveTicket()
      asked = (term, ticket)
      return (ticket, true)
    }
    if isNew { wait(ask, ticket) }
    return ticket
  }

  private func wait(_ ask: @escaping @Sendable (@escaping Found<Bool>.Reply) -> Void, _ ticket: SaveTicket) {
    ask { [self] hasIt in
      switch hasIt {
      case .success(let hasIt):
        asked.withLock { if $0?.ticket === ticket { $0 = nil } }
        ticket.resolve(hasIt ? .saved : .refused)
      case .failure:
        Task.detached {
          try? await Task.sleep(for: Self.pause)
          self.wait(ask, ticket)
        }
      }
    }
  }
}

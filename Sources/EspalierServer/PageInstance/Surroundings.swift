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

  /// The epoch of a new instance. In a cluster it begins with the term, so that two nodes never use the same one.
  var newEpoch: String {
    let random = RandomID.next().prefix(6)
    return tenure.map { "\($0.epoch)g\(random)" } ?? String(random)
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
  private let asked = Lock<SaveTicket?>(nil)

  init(_ node: any ClusterNode) { self.node = node }

  /// The start of the epochs of its page instances. Epochs of a later term have a greater number.
  var epoch: String { String(node.term(of: .site) ?? 0, radix: 16) }

  /// For what everything waits that would leave; nil if it may leave. It is refused if another node has the site.
  var inQuestion: SaveTicket? {
    let ask: @Sendable (@escaping Found<Bool>.Reply) -> Void
    switch node.hasStill(.site, in: nil) {
    case .here(let hasIt): return hasIt ? nil : SaveTicket(.refused)
    case .asked(let call): ask = call
    }
    let (ticket, isNew) = asked.withLock { asked in
      let isNew = asked == nil
      let ticket = asked ?? SaveTicket()
      asked = ticket
      return (ticket, isNew)
    }
    if isNew { wait(ask, ticket) }
    return ticket
  }

  private func wait(_ ask: @escaping @Sendable (@escaping Found<Bool>.Reply) -> Void, _ ticket: SaveTicket) {
    ask { [self] hasIt in
      switch hasIt {
      case .success(let hasIt):
        asked.withLock { $0 = nil }
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

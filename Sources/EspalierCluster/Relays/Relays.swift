import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServer

/// The pages of other nodes that viewers at this node follow.
final class Relays: Sendable {
  /// Asks for a stream, wherever the page is now.
  typealias Ask = @Sendable (Request, @escaping @Sendable (Response) -> Void) -> Void

  private let all = Lock<[String: Relay]>([:])

  /// The number of pages that are followed.
  var count: Int { all.withLock { $0.count } }

  /// Whether the answer to a request may be a stream of events. A relay does not follow what another relay asks for.
  static func mayFollow(_ request: Request) -> Bool {
    request.method == .get && !request.way.isRelayed
      && request.accept.best(of: [.eventStream, .json])?.isSame(as: .eventStream) == true
      && request.query["format"] == nil
  }

  /// Lets the client of a request follow a page. If others follow it, and it has what they have, nobody is asked. Otherwise
  /// `pass` asks the node that has the page.
  func follow(
    _ request: Request, at site: any ClusterSite, pass: (Request, @escaping @Sendable (Passed) -> Void) -> Void,
    _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    let key = request.place
    if let relay = all.withLock({ $0[key] }), let response = relay.join(request) { return reply(.answer(response)) }
    var way = request.way
    way.isRelayed = true
    let asked = request.going(way)
    pass(asked) { [self] passed in
      guard case .answer(let response) = passed, let sharing = response.sharing else { return reply(passed) }
      let relay =
        switch sharing {
        case .own: Relay(site)
        case .shared:
          all.withLock { all in
            let relay = all[key] ?? Relay(site)
            all[key] = relay
            return relay
          }
        }
      reply(.answer(relay.begin(asked, response) { [weak self, weak relay] in self?.remove(relay, at: key) }))
    }
  }

  /// Nobody follows it any more.
  private func remove(_ relay: Relay?, at key: String) { all.withLock { if $0[key] === relay { $0[key] = nil } } }

  /// Tells the viewers that this node ends.
  func end() {
    for relay in all.withLock({ $0.values.map(\.self) }) { relay.end() }
  }
}

extension Request {
  /// What it asks for, whatever it has already.
  fileprivate var place: String {
    let query = target.query.pairs.filter { $0.name != WireName.since && $0.name != WireName.last }
    return path + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}

import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServer

/// The pages of other nodes that viewers at this node follow.
final class Relays: Sendable {
  /// Asks for a stream, wherever the page is now.
  typealias Ask = @Sendable (Request, @escaping @Sendable (Response) -> Void) -> Void

  /// What a request asks for, whatever its client has already.
  private struct Place: Hashable {
    let path: [String]
    let query: [[String]]

    init(_ request: Request) {
      path = request.segments
      let known = [WireName.since, WireName.last]
      query = request.query.pairs.filter { !known.contains($0.name) }.map { [$0.name, $0.value] }
    }
  }

  private struct State {
    var all: [ObjectIdentifier: Relay] = [:]
    /// Those that others may join.
    var shared: [Place: Relay] = [:]
  }

  private let state = Lock(State())

  /// The number of pages that are followed.
  var count: Int { state.withLock { $0.all.count } }

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
    let place = Place(request)
    if let relay = state.withLock({ $0.shared[place] }), let response = relay.join(request) {
      return reply(.answer(response))
    }
    var way = request.way
    way.isRelayed = true
    let asked = request.going(way)
    pass(asked) { [self] passed in
      guard case .answer(let response) = passed, let sharing = response.sharing else { return reply(passed) }
      let relay = state.withLock { state in
        let relay = (sharing == .shared ? state.shared[place] : nil) ?? Relay(site)
        state.all[ObjectIdentifier(relay)] = relay
        if sharing == .shared { state.shared[place] = relay }
        return relay
      }
      let whenEmpty = { @Sendable [weak self, weak relay] in if let relay { self?.remove(relay, at: place) } }
      reply(.answer(relay.begin(asked, response, whenEmpty: whenEmpty)))
    }
  }

  /// Nobody follows it any more.
  private func remove(_ relay: Relay, at place: Place) {
    state.withLock { state in
      state.all[ObjectIdentifier(relay)] = nil
      if state.shared[place] === relay { state.shared[place] = nil }
    }
  }

  /// Tells the viewers that this node ends.
  func end() {
    for relay in state.withLock({ $0.all.values.map(\.self) }) { relay.end() }
  }
}

import EspalierHTTP
import EspalierLocks
import Espalier

extension Router {
  /// The rest of a request.
  typealias Step = @Sendable (Answer, Request) throws(HTTPError) -> Void

  /// Runs the rest of a request for a page or a route where that is answered.
  func lead(
    _ request: Request, to match: PathIndex<SitePlace>.Match, _ answer: Answer, _ step: @escaping Step
  ) throws(HTTPError) {
    if site.node == nil { return try step(answer, request) }
    var way = request.way
    if match.target.isEvents, way.eventID == nil { way.eventID = RandomID.next() }
    let request = request.going(way)
    switch try destination(of: match, request) {
    case .here(let destination): try lead(request, to: destination, answer, step)
    case .asked(let ask):
      ask { [self] found in
        attempt(request, answer) { () throws(HTTPError) in try lead(request, to: found.get(), answer, step) }
      }
    }
  }

  /// Runs the rest of a request at its destination: here, or there, where it goes whole. A site on one machine runs it at
  /// once.
  func lead(
    _ request: Request, to destination: Destination = .site, _ answer: Answer, _ step: @escaping Step
  ) throws(HTTPError) {
    guard let node = site.node else { return try step(answer, request) }
    var way = request.way
    if case .newBrowser(let id, _) = destination { way.newBrowser = id }
    Passage(node, self, request.going(way), to: destination, answer, step).begin()
  }
}

/// The way of a request to its destination.
///
/// An answer leaves only while the node still has the holding that the answer shows, because another node may go on with it. Then
/// the request goes its way again. An event with an id counts once however often it is handled. A request that may count
/// twice goes its way once.
private final class Passage: Sendable {
  /// How long a request looks for the node that can answer it, after it has not found it.
  private static let patience = Duration.seconds(10)
  /// How long it waits before it looks again.
  private static let pause = Duration.milliseconds(50)

  private let node: any ClusterNode
  private let router: Router
  private let request: Request
  private let destination: Destination
  private let answer: Answer
  private let step: Router.Step
  /// When it looks no more; nil while nothing has failed.
  private let end = Lock<ContinuousClock.Instant?>(nil)

  init(
    _ node: any ClusterNode, _ router: Router, _ request: Request, to destination: Destination, _ answer: Answer,
    _ step: @escaping Router.Step
  ) {
    (self.node, self.router, self.request, self.answer, self.step) = (node, router, request, answer, step)
    self.destination = destination
  }

  private var isRead: Bool { request.method == .get || request.method == .head }

  func begin() {
    switch destination {
    case .here: handle()
    case .madeAt(let prefix):
      if request.way.isPassedOn { return handle() }
      find(node.node(withInstancePrefix: prefix)) { [self] leader in
        switch leader {
        case .failure(let error): give(error)
        case .success(nil): handle()
        case .success(let leader?): pass(to: leader, of: nil)
        }
      }
    case .holding(let holding, let claiming): lead(to: holding, claiming)
    case .newBrowser(_, let holding): lead(to: holding, .atRate)
    }
  }

  private func lead(to holding: Holding, _ claiming: Destination.Claiming) {
    find(node.leader(of: holding, claimsNew: claiming == .always)) { [self] leader in
      switch leader {
      case .failure(let error): give(error)
      case .success(.here(let term)): run(router.site.holdings[holding], in: term)
      case .success(.there) where request.way.isPassedOn: give(.moved)
      case .success(.there(let id, let address)): pass(to: .there(id, address: address), of: holding)
      case .success(.nobody) where claiming == .never: handle()
      case .success(.nobody):
        router.attempt(request, answer) { () throws(HTTPError) in
          try router.site.checkInstanceRate(request)
          lead(to: holding, .always)
        }
      }
    }
  }

  // MARK: Here

  /// Without a lease an event would be handled and not acknowledged, so it is refused before.
  private func run(_ held: Held, in term: UInt64) {
    if isRead { return handle(held, in: term) }
    find(node.hasStill(held.holding, in: term)) { [self] hasIt in
      switch hasIt {
      case .success(true): handle(held, in: term)
      case .success(false): beginAgain()
      case .failure(let error): give(error)
      }
    }
  }

  /// Handles what belongs to no holding, or to one that nobody has claimed.
  private func handle() {
    let checked = answer.via { [self] response, answer in
      if response.hasMoved { beginAgainIfRepeatable() } else { answer(response) }
    }
    router.attempt(request, checked) { () throws(HTTPError) in try step(checked, request) }
  }

  private func handle(_ held: Held, in term: UInt64) {
    // A server that ends keeps the site until it has answered what cannot be repeated elsewhere.
    let piece = request.isRepeatable ? nil : router.site.unrepeatable.piece()
    let checked = answer.via { [self] response, _ in
      check(response, held, term)
      withExtendedLifetime(piece) {}
    }
    router.attempt(request, checked) { () throws(HTTPError) in try step(checked, request) }
  }

  /// Gives the answer of this node if it still has the holding.
  private func check(_ response: Response, _ held: Held, _ term: UInt64) {
    find(node.hasStill(held.holding, in: term)) { [self] hasIt in
      switch hasIt {
      case .success(true) where !response.hasMoved: answer(response)
      // Without the database pages go on to be shown. An event is not acknowledged.
      case .failure where isRead && (!request.way.isPassedOn || request.way.mayBeOld): answer(response)
      default:
        if case .stream(let stream) = response.body { stream.finish(.gone) }
        if case .failure(let error) = hasIt { give(error) } else { beginAgainIfRepeatable() }
      }
    }
  }

  // MARK: There

  private func pass(to leader: Leader, of holding: Holding?) {
    var way = request.way
    way.mayBeOld = isRead && !node.isUp
    let triesAgain = isRead && !way.mayBeOld
    node.pass(request.going(way), of: holding, to: leader, for: answer) { [self] passed in
      switch passed {
      case .answer(let response): answer(response)
      // No other node is known. A page is asked for once more, as one that may be old.
      case .unhandled where !node.isUp && !triesAgain: give(.noDatabase)
      case .unhandled: beginAgain()
      case .broken: beginAgainIfRepeatable()
      }
    }
  }

  // MARK: Again

  private func beginAgainIfRepeatable() {
    if request.isRepeatable { beginAgain() } else { answer(router.refusal(.mayBeDone, request)) }
  }

  private func beginAgain() {
    if request.way.isPassedOn { return give(.moved) }
    let patience = request.upload == nil ? Self.patience : router.site.httpLimits.uploadDeadline
    let end = end.withLock { end in
      let first = end ?? .now + patience
      end = first
      return first
    }
    guard ContinuousClock.now < end else { return give(.nobodyHasIt) }
    Task.detached { [self] in
      try? await Task.sleep(for: Self.pause)
      router.site.workers.run { self.begin() }
    }
  }

  private func find<Value>(
    _ found: Found<Value>, _ work: @escaping @Sendable (Result<Value, HTTPError>) -> Void
  ) {
    switch found {
    case .here(let value): work(.success(value))
    // The thread of the store must not run code of pages.
    case .asked(let ask): ask { [workers = router.site.workers] result in workers.run { work(result) } }
    }
  }

  /// Refuses the request, which was not handled. A node that has passed it on asks the database itself who has the site.
  private func give(_ error: HTTPError) {
    answer(request.way.isPassedOn ? .problem(.moved, for: request) : router.refusal(error, request))
  }
}

extension HTTPError {
  fileprivate static var nobodyHasIt: HTTPError {
    HTTPError(.unavailable, "No server of the site can answer this now. Try again later.").retrying(after: .seconds(1))
  }

  /// The database of the cluster does not answer.
  package static var noDatabase: HTTPError {
    HTTPError(.unavailable, "The site's database does not answer. Try again later.").retrying(after: .seconds(1))
  }

  /// The server that handled a request ended. The request has no id, so another server cannot tell whether it was handled.
  fileprivate static var mayBeDone: HTTPError {
    HTTPError(.unavailable, "The server ended while it handled this. It may be done: look before you send it again.")
  }
}

extension Router: ClusterSite {
  var httpLimits: HTTPLimits { site.httpLimits }

  func respond(toNode request: Request, _ answer: Answer) {
    var way = request.way
    way.isPassedOn = true
    respond(to: request.going(way), answer)
  }

  func run(_ work: @escaping @Sendable () -> Void) { site.workers.run(work) }

  func take(_ holding: Holding, in term: UInt64, _ reply: @escaping StoreReply<Void>) {
    if holding != .site {
      // What this node showed of it while nobody had it stays, but not what it showed before another node had it.
      if site.holdings.contains(holding) {
        if term == 1 { site.holdings[holding].tenure?.noteClaim(in: term) } else { drop([holding]) }
      }
      return term == 1 ? reply(.success(())) : site.closeAfterCrashes(reply)
    }
    // A handler of what this node lost before may still run, and change services.
    site.instances.whenGone { [self] in takeSite(reply) }
  }

  private func takeSite(_ reply: @escaping StoreReply<Void>) {
    site.closeAfterCrashes { [self] closed in
      if case .failure(let error) = closed { return reply(.failure(error)) }
      site.services.read { [self] read in
        reply(read)
        if case .success = read, site.node?.term(of: .site) != nil { site.tasks.begin() }
      }
    }
  }

  func hear(_ shares: [String: JSON]) {
    for (label, value) in shares { site.instances.share(value, labelled: label) }
  }

  func hear(sessionsOf browsers: [String]?) { site.services.hear(sessionsOf: browsers) }

  func hear(_ value: JSON, ofSignal name: String) { site.carried.take(value, as: name) }

  func doubt(_ holding: Holding, _ isInDoubt: Bool) { if isInDoubt { site.tasks.cancel() } else { site.tasks.begin() } }

  func drop(_ lost: Set<Holding>) {
    let holdings = lost.filter { site.holdings.contains($0) }
    if holdings.isEmpty { return }
    if holdings.contains(.site) { site.tasks.cancel() }
    // First, because an instance that works may still add a save.
    site.instances.remove(of: holdings)
    site.services.drop(holdings)
    site.holdings.drop(holdings)
  }
}

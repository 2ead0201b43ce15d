import EspalierHTTP
import EspalierLocks
import Espalier

extension Router {
  /// The rest of a request.
  typealias Step = @Sendable (Answer, Request) throws(HTTPError) -> Void

  /// Runs the rest of a request at the node that has the site: here, or there, where it goes whole. A site on one machine
  /// runs it at once.
  func lead(
    _ request: Request, isEvent: Bool = false, _ answer: Answer, _ step: @escaping Step
  ) throws(HTTPError) {
    guard let node = site.node else { return try step(answer, request) }
    var way = request.way
    if isEvent, way.eventID == nil { way.eventID = RandomID.next() }
    Passage(node, self, request.going(way), answer, step).begin()
  }
}

/// The way of a request to the node that has the site.
///
/// An answer leaves only while that node still has the site, because another node may have taken what the answer tells. Then
/// the request goes its way again. An event with an id counts once however often it is handled. A request that may count
/// twice goes its way once.
private final class Passage: Sendable {
  /// How long a request looks for the node that has the site, after it has not found it.
  private static let patience = Duration.seconds(10)
  /// How long it waits before it looks again.
  private static let pause = Duration.milliseconds(50)

  private let node: any ClusterNode
  private let router: Router
  private let request: Request
  private let answer: Answer
  private let step: Router.Step
  /// When it looks no more; nil while nothing has failed.
  private let end = Lock<ContinuousClock.Instant?>(nil)

  init(
    _ node: any ClusterNode, _ router: Router, _ request: Request, _ answer: Answer, _ step: @escaping Router.Step
  ) {
    (self.node, self.router, self.request, self.answer, self.step) = (node, router, request, answer, step)
  }

  private var isRead: Bool { request.method == .get || request.method == .head }

  func begin() {
    find(node.leader(of: .site)) { [self] leader in
      switch leader {
      case .failure(let error): give(error)
      case .success(.here(let term)): run(in: term)
      case .success(.there) where request.way.isPassedOn: give(.moved)
      case .success(let leader): pass(to: leader)
      }
    }
  }

  // MARK: Here

  /// Without a lease an event would be handled and not acknowledged, so it is refused before.
  private func run(in term: UInt64) {
    if isRead { return handle(in: term) }
    find(node.hasStill(.site, in: term)) { [self] hasIt in
      switch hasIt {
      case .success(true): handle(in: term)
      case .success(false): beginAgain()
      case .failure(let error): give(error)
      }
    }
  }

  private func handle(in term: UInt64) {
    // A server that ends keeps the site until it has answered what cannot be repeated elsewhere.
    let piece = request.isRepeatable ? nil : router.site.unrepeatable.piece()
    let checked = answer.via { [self] response, _ in
      check(response, term)
      withExtendedLifetime(piece) {}
    }
    router.attempt(request, checked) { () throws(HTTPError) in try step(checked, request) }
  }

  /// Gives the answer of this node if it still has the site.
  private func check(_ response: Response, _ term: UInt64) {
    find(node.hasStill(.site, in: term)) { [self] hasIt in
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

  private func pass(to leader: Leader) {
    var way = request.way
    way.mayBeOld = isRead && !node.isUp
    let triesAgain = isRead && !way.mayBeOld
    node.pass(request.going(way), to: leader, for: answer) { [self] passed in
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

  func take(_ holding: Holding, _ reply: @escaping StoreReply<Void>) {
    site.closeAfterCrashes { [self] closed in
      if case .failure(let error) = closed { return reply(.failure(error)) }
      site.services.read { [self] read in
        if case .success = read, site.node?.term(of: holding) != nil { site.tasks.begin() }
        reply(read)
      }
    }
  }

  func doubt(_ holding: Holding, _ isInDoubt: Bool) { if isInDoubt { site.tasks.cancel() } else { site.tasks.begin() } }

  func drop(_ holding: Holding) {
    site.tasks.cancel()
    // First, because an instance that works may still add a save.
    site.instances.removeAll()
    site.services.drop()
    site.saves?.drop()
  }
}

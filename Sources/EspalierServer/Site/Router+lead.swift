import EspalierHTTP
import EspalierLocks
import Espalier

extension Router {
  /// The rest of a request.
  typealias Step = @Sendable (Answer, Request) throws(HTTPError) -> Void

  /// Runs the rest of a request at the node that has the site: here, or there, where it goes whole. A site on one machine
  /// runs it at once.
  func lead(
    _ request: Request, _ answer: Answer, _ step: @escaping Step
  ) throws(HTTPError) {
    guard let node = site.node else { return try step(answer, request) }
    var way = request.way
    if request.method == .post, way.eventID == nil { way.eventID = RandomID.next() }
    Passage(node, self, request.going(way), answer, step).begin()
  }
}

/// The way of a request to the node that has the site.
///
/// An answer leaves only while that node still has the site, because another node may have taken what the answer tells. Then
/// the request goes its way again. An event with an id counts once however often it is handled.
private final class Passage: Sendable {
  /// How long a request looks for the node that has the site.
  private static let patience = Duration.seconds(10)
  /// How long it waits before it looks again.
  private static let pause = Duration.milliseconds(50)

  private let node: any ClusterNode
  private let router: Router
  private let request: Request
  private let answer: Answer
  private let step: Router.Step
  private let end = ContinuousClock.now + patience

  init(
    _ node: any ClusterNode, _ router: Router, _ request: Request, _ answer: Answer, _ step: @escaping Router.Step
  ) {
    (self.node, self.router, self.request, self.answer, self.step) = (node, router, request, answer, step)
  }

  func begin() {
    find(node.leader(of: .site)) { [self] leader in
      switch leader {
      case .failure(let error): give(error)
      case .success(.here(let term)):
        let checked = answer.via { [self] response, _ in check(response, term) }
        router.attempt(request, checked) { () throws(HTTPError) in try step(checked, request) }
      case .success(.there) where request.way.isPassedOn: give(.moved)
      case .success(let leader):
        node.pass(request, to: leader, answer.via { [self] response, _ in check(response) })
      }
    }
  }

  /// Gives the answer of this node if it still has the site.
  private func check(_ response: Response, _ term: UInt64) {
    find(node.hasStill(.site, in: term)) { [self] hasIt in
      switch hasIt {
      case .success(true): answer(response)
      // Without the database pages go on to be shown. An event is not acknowledged.
      case .failure where request.method != .post && !request.way.isPassedOn: answer(response)
      case .success(false), .failure:
        if case .stream(let stream) = response.body { stream.finish(.gone) }
        if case .failure(let error) = hasIt { give(error) } else { beginAgain() }
      }
    }
  }

  /// Gives the answer of another node if it had the site.
  private func check(_ response: Response) {
    if response.hasMoved { beginAgain() } else { answer(response) }
  }

  private func beginAgain() {
    if request.way.isPassedOn { return give(.moved) }
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

  /// Refuses the request. A node that has passed it on asks the database itself who has the site.
  private func give(_ error: HTTPError) {
    answer(request.way.isPassedOn ? .problem(.moved, for: request) : router.refusal(error, request))
  }
}

extension HTTPError {
  fileprivate static var nobodyHasIt: HTTPError {
    HTTPError(.unavailable, "No server of the site can answer this now. Try again later.").retrying(after: .seconds(1))
  }
}

extension Router: ClusterSite {
  func respond(toNode request: Request, _ answer: Answer) {
    var way = request.way
    way.isPassedOn = true
    respond(to: request.going(way), answer)
  }

  func take(_ holding: Holding, _ reply: @escaping StoreReply<Void>) { site.services.read(reply) }

  func drop(_ holding: Holding) {
    site.services.drop()
    site.saves?.drop()
    site.instances.removeAll()
  }
}

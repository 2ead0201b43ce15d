package import EspalierHTTP
import EspalierLocks
package import EspalierServer

extension ServerNode {
  package func pass(
    _ request: Request, of holding: Holding?, to leader: Leader, for answer: Answer,
    _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    guard case .there(let id, let address) = leader else { return reply(.unhandled) }
    let pass = { [self] (request: Request, reply: @escaping @Sendable (Passed) -> Void) in
      let begun = ContinuousClock.now
      peers.pass(request, to: address, for: answer) { [self] passed in
        if case .answer = passed {
          metrics.passed.observe(.now - begun)
        } else {
          metrics.unanswered.add()
          if let holding { doubt(holding, at: id) }
        }
        reply(passed)
      }
    }
    guard Relays.mayFollow(request), let site = state.withLock({ $0.site }) else { return pass(request, reply) }
    relays.follow(request, at: site, pass: pass, reply)
  }

  /// A node did not answer. The database is asked again who has the holding.
  private func doubt(_ holding: Holding, at id: String) {
    state.withLock { state in
      if case .there(let name) = state.stages[holding], name.id == id { state.stages[holding] = .unknown(last: name) }
    }
  }
}

package import EspalierHTTP
import EspalierLocks
package import EspalierServer

extension ServerNode {
  package func pass(
    _ request: Request, to leader: Leader, for answer: Answer, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    guard case .there(let id, let address) = leader else { return reply(.unhandled) }
    let pass = { [self] (request: Request, reply: @escaping @Sendable (Passed) -> Void) in
      let begun = ContinuousClock.now
      peers.pass(request, to: address, for: answer) { [self] passed in
        if case .answer = passed {
          metrics.passed.observe(.now - begun)
        } else {
          metrics.unanswered.add()
          forget(id)
        }
        reply(passed)
      }
    }
    guard Relays.mayFollow(request), let site = state.withLock({ $0.site }) else { return pass(request, reply) }
    relays.follow(request, at: site, pass: pass, reply)
  }

  /// A node did not answer. Asks the database again who has its holdings.
  private func forget(_ id: String) {
    state.withLock { state in
      for (holding, stage) in state.stages {
        if case .there(let name) = stage, name.id == id { state.stages[holding] = .asking([], last: name) }
      }
    }
    for holding in state.withLock({ $0.stages.filter { $0.value.other?.id == id }.keys.map(\.self) }) {
      claimIfAsked(holding)
    }
  }
}

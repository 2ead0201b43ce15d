package import EspalierHTTP
import EspalierLocks
import Synchronization
import Espalier

/// The place of an owner's instance, from the first request for it. The first work in the lane makes the instance, so
/// whoever comes meanwhile waits for the same one. If it cannot be made, all of them learn why.
package final class InstanceSlot: Sendable {
  typealias Made = @Sendable (Result<PageInstance, HTTPError>) -> Void
  /// Makes the instance of a slot. It may have to ask the store first.
  typealias Make = @Sendable (InstanceSlot, @escaping Made) -> Void

  private struct State {
    enum Stage {
      case empty(Make)
      case making
      case made(PageInstance)
      case failed(HTTPError)
    }
    var stage: Stage
    /// The work that waits for the instance, in order.
    var waiting: [Made] = []
  }

  let owner: PersistedInstance.Owner
  let held: Held
  /// The network whose request was the first; nil if no request was.
  let maker: String?
  let lane: Lane
  let hold = InstanceHold()
  private let state: Lock<State>
  private let isAwaitedByOne: Atomic<Bool>

  /// Makes an empty slot. The instance will be provisional if `isProvisional`, and if nobody else asks for it before it
  /// is made.
  init(
    _ owner: PersistedInstance.Owner, of held: Held, by maker: String?, provisionally isProvisional: Bool,
    in lane: Lane, make: @escaping Make
  ) {
    self.owner = owner
    self.held = held
    self.maker = maker
    self.lane = lane
    state = Lock(State(stage: .empty(make)))
    isAwaitedByOne = Atomic(isProvisional)
  }

  /// The instance; nil if it is not made yet, or cannot be made.
  package var instance: PageInstance? {
    state.withLock { if case .made(let instance) = $0.stage { instance } else { nil } }
  }

  var isProvisional: Bool { isAwaitedByOne.load(ordering: .relaxed) }

  /// One more request asks for the instance.
  func note() { isAwaitedByOne.store(false, ordering: .relaxed) }

  /// The table has the instance now.
  func fill(_ instance: PageInstance) {
    hold.keep()
    state.withLock { $0.stage = .made(instance) }
  }

  /// Makes the instance, if nobody else does.
  func begin() { lane.enter { self.withInstance { _ in } } }

  /// The pieces of work that wait for the instance, or until its lane is idle.
  var length: Int { lane.length + state.withLock { $0.waiting.count } }

  /// Runs work on the instance when its turn comes, or tells `refuse` why there is no instance.
  func enter(
    _ work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) {
    lane.enter {
      self.withInstance { made in
        switch made {
        case .success(let instance): instance.runInLane(work)
        case .failure(let error): refuse(error)
        }
      }
    }
  }

  /// Leaves work on the instance to another thread. Does nothing if there is no instance when its turn comes.
  func submit(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    if let instance { return instance.submit(work) }
    lane.submit {
      let isBeingMade = self.state.withLock { state in
        guard case .making = state.stage else { return false }
        state.waiting.append { try? $0.get().runInLane(work) }
        return true
      }
      if !isBeingMade { self.instance?.runInLane(work) }
    }
  }

  /// Passes on the instance when it is made, in the lane. Called in the lane, and runs page code outside the lock.
  private func withInstance(_ work: @escaping Made) {
    let stage = state.withLock { state in
      let stage = state.stage
      switch stage {
      case .empty: (state.stage, state.waiting) = (.making, [work])
      case .making: state.waiting.append(work)
      case .made, .failed: break
      }
      return stage
    }
    switch stage {
    case .empty(let make): make(self) { [self] made in lane.inside { self.end(made) } }
    case .making: break
    case .made(let instance): work(.success(instance))
    case .failed(let error): work(.failure(error))
    }
  }

  private func end(_ made: Result<PageInstance, HTTPError>) {
    let waiting = state.withLock { state in
      if case .failure(let error) = made { state.stage = .failed(error) }
      defer { state.waiting = [] }
      return state.waiting
    }
    for work in waiting { work(made) }
  }
}

/// A request's hold on an instance, from the lookup to the reply. A held instance is not removed, so that no tree
/// acknowledges an event after another tree has replaced it.
package final class Visit: Sendable {
  private let slot: InstanceSlot
  /// How many pieces of work may wait for the instance.
  private let limit: Int

  init(_ slot: InstanceSlot, waiting limit: Int) {
    self.slot = slot
    self.limit = limit
    slot.hold.enter()
  }

  deinit { slot.hold.leave() }

  package var owner: PersistedInstance.Owner { slot.owner }

  /// Makes the instance, if nobody else does.
  func begin() { slot.begin() }

  /// Runs work of a request on the instance, and holds it until then; tells `refuse` why if the instance cannot be made.
  /// Throws if too much waits for the instance.
  package func enter(
    _ work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) {
    guard slot.length < limit else {
      throw HTTPError(.unavailable, "Too many requests wait for this page; try again later.")
        .crossing(.waiting, retryAfter: .seconds(1))
    }
    slot.enter(
      { instance in
        defer { extendLifetime(self) }
        work(instance)
      }, otherwise: refuse)
  }
}

extension PageInstance {
  /// Retires the instance unless it has viewers or a request holds it.
  nonisolated func retire() -> Bool { hold.retire { isInUse } }

  /// Ends an instance that the table does not have. Its nodes know that they are part of a page, so it must end properly.
  nonisolated func end() {
    footprint.leave()
    submit { $0.tree.end() }
  }
}

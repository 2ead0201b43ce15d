package import EspalierHTTP
import EspalierLocks
import Synchronization
import Espalier

/// The place of an owner's instance, from the first request for it. The first work in the lane makes the instance, so
/// whoever comes meanwhile waits for the same one. If it cannot be made, all of them learn why.
package final class InstanceSlot: Sendable {
  typealias Make = @Sendable (InstanceSlot) throws(HTTPError) -> PageInstance

  private enum State {
    case empty(Make)
    case made(PageInstance)
    case failed(HTTPError)
  }

  let owner: PersistedInstance.Owner
  /// The network whose request was the first; nil if no request was.
  let maker: String?
  let lane: Lane
  let hold = InstanceHold()
  private let state: Lock<State>
  private let isAwaitedByOne: Atomic<Bool>

  /// Makes an empty slot. The instance will be provisional if `isProvisional`, and if nobody else asks for it before it
  /// is made.
  init(
    _ owner: PersistedInstance.Owner, by maker: String?, provisionally isProvisional: Bool, in lane: Lane,
    make: @escaping Make
  ) {
    self.owner = owner
    self.maker = maker
    self.lane = lane
    state = Lock(.empty(make))
    isAwaitedByOne = Atomic(isProvisional)
  }

  /// The instance; nil if it is not made yet, or cannot be made.
  package var instance: PageInstance? {
    state.withLock { if case .made(let instance) = $0 { instance } else { nil } }
  }

  var isProvisional: Bool { isAwaitedByOne.load(ordering: .relaxed) }

  /// One more request asks for the instance.
  func note() { isAwaitedByOne.store(false, ordering: .relaxed) }

  /// The table has the instance now.
  func fill(_ instance: PageInstance) {
    hold.keep()
    state.withLock { $0 = .made(instance) }
  }

  /// Makes the instance, if nobody else does.
  func begin() { lane.enter { _ = try? self.made() } }

  /// Runs work on the instance when its turn comes, or tells `refuse` why there is no instance.
  func enter(
    _ work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) {
    lane.enter {
      do throws(HTTPError) { try self.made().runInLane(work) } catch { refuse(error) }
    }
  }

  /// Leaves work on the instance to another thread. Does nothing if there is no instance when its turn comes.
  func submit(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    if let instance { instance.submit(work) } else { lane.submit { self.instance?.runInLane(work) } }
  }

  /// The instance, made if necessary. Called in the lane, and without the lock, because making it runs page code.
  private func made() throws(HTTPError) -> PageInstance {
    switch state.withLock({ $0 }) {
    case .made(let instance): return instance
    case .failed(let error): throw error
    case .empty(let make):
      do {
        return try make(self)
      } catch {
        state.withLock { $0 = .failed(error) }
        throw error
      }
    }
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
    guard slot.lane.length < limit else {
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

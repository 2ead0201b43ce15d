import Espalier
import EspalierHTTP
import EspalierLocks
import Glibc

/// The store of a site, as the pages of one holding use it: `Gate` says what is saved when. Nobody waits here for the store.
final class SaveQueue: Sendable {
  let holding: Holding
  let storage: any PageStorage
  let watch: StoreWatch
  /// Whether clients wait also for what the store did not take: see `Gate`.
  let awaitsFailed: Bool
  private let log: Log
  private let gate: Lock<Gate>
  private let threads: Threads

  /// Not just a closure, because a closure in a generic type is wrapped at each access.
  private struct Threads {
    /// Runs work on a thread of the site.
    let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  }

  init(
    _ storage: any PageStorage, _ watch: StoreWatch, _ log: Log, awaitsFailed: Bool = false,
    elsewhere run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    (self.storage, self.watch, self.log, self.awaitsFailed) = (storage, watch, log, awaitsFailed)
    holding = .site
    gate = Lock(Gate(awaitsFailed: awaitsFailed))
    threads = Threads(run: run)
  }

  /// The queue of another holding.
  init(of holding: Holding, like other: SaveQueue) {
    (storage, watch, log, awaitsFailed) = (other.storage, other.watch, other.log, other.awaitsFailed)
    self.holding = holding
    gate = Lock(Gate(awaitsFailed: awaitsFailed))
    threads = other.threads
  }

  /// Whether nothing waits to be saved.
  var isEmpty: Bool { gate.withLock { $0.isEmpty } }
  /// Whether anything waits for a store that failed.
  var hasFailed: Bool { gate.withLock { $0.hasFailed } }
  /// The save after which everything that was changed until now is saved: see `Gate`.
  var underWay: SaveTicket? { gate.withLock { $0.underWay } }

  // MARK: Saving

  /// Adds a save. Call `commit` next. A save that is not ready waits until `release`.
  func add(_ saves: [PersistedSave], isReady: Bool = true) -> SaveTicket {
    gate.withLock { $0.add(saves, isReady: isReady) }
  }

  /// What belongs to a save is written.
  func release(_ ticket: SaveTicket) { gate.withLock { $0.release(ticket) } }

  /// Lets the store save everything that need not wait, in one transaction. If the store fails, all of it stays in the
  /// queue. If the store is busy, it gets it next.
  func commit(for request: Request? = nil) {
    guard let batch = gate.withLock({ $0.begin() }) else { return }
    let answered: StoreReply<Void> = { [self] in end(batch, $0, for: request) }
    if let browser = batch.first?.signedOut { return storage.forget(browser: browser, of: holding, answered) }
    let saves = batch.flatMap(\.saves)
    if saves.isEmpty { answered(.success(())) } else { storage.save(saves, of: holding, answered) }
  }

  private func end(_ batch: [Gate.Entry], _ result: Result<Void, PageStoreError>, for request: Request?) {
    let outcome: SaveTicket.Outcome
    let goesOn: Bool
    switch result {
    case .success:
      goesOn = gate.withLock { $0.end(batch, hasFailed: false) }.goesOn
      watch.succeed(.save, log)
      outcome = .saved
    case .failure(let error) where error.isRefusal:
      goesOn = gate.withLock { $0.end(batch, hasFailed: false) }.goesOn
      outcome = .refused
      for save in batch.flatMap(\.saves) { save.session?.drop() }
    case .failure(let error):
      watch.failures.add()
      let reason = watch.fail(.save, error, log, for: request)
      let end = gate.withLock { $0.end(batch, hasFailed: true) }
      (goesOn, outcome) = (end.goesOn, end.isDropped ? .refused : .failed(reason))
    }
    for entry in batch { entry.ticket.resolve(outcome) }
    // Not here: a store that answers at once would fill the stack.
    if goesOn { threads.run { self.commit() } }
  }

  /// Another node has what waits. What the store works on gets its own answer.
  func drop() {
    let dropped = gate.withLock { $0.drop() }
    for save in dropped.flatMap(\.saves) { save.session?.drop() }
    for entry in dropped { entry.ticket.resolve(.refused) }
  }

  /// Runs work on a thread of the site.
  func elsewhere(_ work: @escaping @Sendable () -> Void) { threads.run(work) }

  /// The save that has an event, if the store does not have it yet.
  func ticket(of event: PersistedEvent, _ name: PersistedInstance.Name) -> SaveTicket? {
    gate.withLock { $0.ticket(of: event, name) }
  }

  /// Deletes everything of a browser, also what waits. If the store fails, it is asked again with the next save.
  func forget(browser: String, _ reply: @escaping @Sendable () -> Void) {
    let ticket = gate.withLock { $0.add(forgetting: browser) }
    commit()
    ticket.whenDone(reply)
  }

  // MARK: Reading

  /// What the store has of an owner. An error while saves of the owner wait that cannot be made now.
  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    switch gate.withLock({ $0.reading(owner) }) {
    case .now: read({ storage.instance(of: owner, $0) }, reply)
    case .after(let ticket):
      commit()
      ticket.whenDone { [self] in threads.run { self.instance(of: owner, reply) } }
    case .notYet:
      reply(
        .failure(watch.fail(.read, PageStoreError("what was changed last is not saved yet", isTemporary: true), log)))
    }
  }

  /// What the store has of the instance with an id.
  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) {
    read({ storage.instance(id: id, $0) }, reply)
  }

  /// What is saved of a browser's session, in a cluster.
  func session(of browser: String, in sessions: any SessionStorage, _ reply: @escaping StoreReply<SessionRow>) {
    read({ sessions.session(of: browser, $0) }, reply)
  }

  private func read<Value>(_ ask: (@escaping StoreReply<Value>) -> Void, _ reply: @escaping StoreReply<Value>) {
    let (thread, isLate) = (pthread_self(), Lock(false))
    ask { [self] result in
      let noted = note(result, .read)
      // A thread of the store must not run code of pages.
      if pthread_self() == thread, !isLate.withLock({ $0 }) { reply(noted) } else { threads.run { reply(noted) } }
    }
    isLate.withLock { $0 = true }
  }

  // MARK: Keeping

  /// Tells the store that an instance is in use.
  func touch(_ instance: PersistedInstance.Name) { storage.touch(instance) { [self] in _ = note($0, .save) } }

  /// Asks the store whether what it saves would survive.
  func check() { storage.check { [self] in _ = note($0, .check) } }

  private func note<Value>(
    _ result: Result<Value, PageStoreError>, _ duty: StoreHealth.Duty
  ) -> Result<Value, PageStoreError> {
    guard case .failure(let error) = result else {
      watch.succeed(duty, log)
      return result
    }
    if duty != .check { watch.failures.add() }
    return .failure(watch.fail(duty, error, log))
  }
}

/// What becomes of one save. Any thread may use it.
final class SaveTicket: Sendable {
  enum Outcome: Sendable {
    /// What it belongs to is still being written elsewhere, or it is behind such a save.
    case waiting
    case saved
    /// The store did not take it. It stays in the queue, and later saves take it along.
    case failed(PageStoreError)
    /// Another node has it. It counts for nothing, and nobody may be told of it.
    case refused
  }

  private struct State {
    var outcome: Outcome
    var calls: [@Sendable () -> Void] = []
  }

  private let state: Lock<State>

  init(_ outcome: Outcome = .waiting) { state = Lock(State(outcome: outcome)) }

  var outcome: Outcome { state.withLock { $0.outcome } }
  var isRefused: Bool { if case .refused = outcome { true } else { false } }

  func resolve(_ outcome: Outcome) {
    let calls = state.withLock { state in
      defer { state.calls = [] }
      state.outcome = outcome
      return state.calls
    }
    for call in calls { call() }
  }

  /// Calls a closure when the save no longer waits: at once, or on the thread that saves.
  func whenDone(_ call: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      guard case .waiting = state.outcome else { return true }
      state.calls.append(call)
      return false
    }
    if isDone { call() }
  }

  /// Returns when the save no longer waits. Throws if the store did not take it.
  func saved() async throws {
    await withCheckedContinuation { waiting in whenDone { waiting.resume() } }
    switch outcome {
    case .failed(let error): throw error
    case .refused: throw PageStoreError.refused
    case .waiting, .saved: break
    }
  }
}

/// Something that is in memory, or that the store has to be asked for. Who looks for it goes on at once if it is here, and
/// pays for waiting only if it is not.
package enum Found<Value: Sendable>: Sendable {
  package typealias Reply = @Sendable (Result<Value, HTTPError>) -> Void

  case here(Value)
  /// Asks the store, which may answer before the call returns.
  case asked(@Sendable (@escaping Reply) -> Void)
}

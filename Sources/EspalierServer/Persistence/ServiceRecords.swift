import Espalier
import EspalierHTTP
import EspalierLocks
import Glibc

/// The saved values of a site's services, or of the services of one browser.
final class ServiceRecords: Sendable {
  private struct State {
    var name: PersistedInstance.Name
    /// Whether the store has answered what it has.
    var isLoaded = false
    /// Whether it was unloaded since the last `load`, because another node may have the site.
    var wasUnloaded = false
    /// The saved values that no service has taken yet.
    var kept: [String: JSON] = [:]
    /// The saved values whose texts are damaged, with the reasons.
    var damaged: [String: String] = [:]
    /// Why the owner must not be used: something that is saved cannot be read.
    var stopReason: String?
    var records: [SignalRecord] = []
    /// Saved with each change of another value.
    var companion: SignalRecord?
    /// Whether the owner is forgotten, so that nothing may be saved any more.
    var hasEnded = false

    /// The values that may be saved.
    var current: [SignalRecord] { hasEnded || !isLoaded ? [] : records }
  }

  /// What some owners have to save.
  struct Differences {
    var saves: [PersistedSave] = []
    fileprivate var values: [SignalRecord.Differences] = []

    /// What is not among the saves, because it would overwrite something that cannot be read.
    var refusal: PersistenceError? { values.lazy.compactMap(\.refusal).first }

    /// Notes that the saves are in the queue.
    func markSaved() { for value in values { value.markSaved() } }
  }

  private let state: Lock<State>
  private let loading = Lock(())
  private let turns: ServiceTurns
  /// The session of the browser, in a cluster. On one machine its values are among the others.
  let session: SessionRecords?

  /// The records of an owner. Nothing but the session is saved before `load`.
  init(of owner: PersistedInstance.Owner, _ turns: ServiceTurns, session: SessionRecords? = nil) {
    state = Lock(State(name: PersistedInstance.Name(id: RandomID.next(), owner: owner)))
    (self.turns, self.session) = (turns, session)
  }

  /// Whether the saved values were read.
  var isLoaded: Bool { state.withLock { $0.isLoaded } && session?.isRead != false }

  /// Takes what the store has of the owner, and restores the values that were added before. Returns the keys of what
  /// cannot be read, with the reasons.
  @discardableResult
  func load(_ saved: PersistedInstance?) -> [String: String] {
    // Changes that handlers have made since the node lost the site do not count.
    if state.withLock({ $0.wasUnloaded }) { startAgain() }
    state.withLock { state in
      state.wasUnloaded = false
      if let saved { (state.name, state.kept, state.damaged) = (saved.name, saved.states, saved.unreadable) }
    }
    var (reasons, count) = ([String: String](), 0)
    // Nobody may take a value for the saved one before it is.
    while let record = state.withLock({ state -> SignalRecord? in
      state.isLoaded = count == state.records.count
      return state.isLoaded ? nil : state.records[count]
    }) {
      reasons.merge(restore(record)) { one, _ in one }
      count += 1
    }
    return reasons
  }

  /// Takes what the store has, unless that was done already.
  func loadOnce(_ saved: PersistedInstance?) -> [String: String] {
    loading.withLock { _ in state.withLock { $0.isLoaded } ? [:] : load(saved) }
  }

  /// Forgets what the store had. Nothing is saved before the next `load`, which restores the values again.
  func unload() {
    state.withLock { state in
      (state.isLoaded, state.wasUnloaded, state.kept, state.damaged, state.stopReason) = (false, true, [:], [:], nil)
    }
    startAgain()
  }

  private func startAgain() { for record in state.withLock({ $0.records }) { record.startAgain() } }

  /// The owner of the values of a site's services; `browser` for those of one browser.
  static func owner(_ browser: String? = nil) -> PersistedInstance.Owner {
    // No page has such a path.
    PersistedInstance.Owner(page: browser == nil ? "~site" : "~browser", browser: browser)
  }

  var name: PersistedInstance.Name { state.withLock { $0.name } }
  var isEmpty: Bool { session == nil && state.withLock { $0.records.isEmpty } }

  /// Whether a value may have changed since the last save.
  var mayHaveChanged: Bool {
    session?.mayHaveChanged == true || state.withLock { $0.current }.contains(where: \.mayHaveChanged)
  }

  /// Saves nothing from now on.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Why the owner must not be used: a saved value cannot be read, and the service does not allow to begin without it.
  var stopReason: String? { state.withLock { $0.stopReason } ?? session?.stopReason }

  /// Restores a value, and saves it from now on. Returns the keys of what cannot be read, with the reasons.
  ///
  /// A browser has nothing in the store before one of its values changes: a client that invents cookies must not fill it.
  /// A `companion` is saved with each change of the others, so that the others never stand in the store without it.
  func add(_ record: SignalRecord, asCompanion isCompanion: Bool = false) -> [String: String] {
    let isLoaded = state.withLock { state in
      state.records.append(record)
      if isCompanion { state.companion = record }
      if state.name.owner.browser != nil { record.ignoreStart() }
      return state.isLoaded
    }
    let reasons = isLoaded ? restore(record) : [:]
    record.beforeChanges { [turns] in turns.willChange() }
    return reasons
  }

  private func restore(_ record: SignalRecord) -> [String: String] {
    let (states, damaged) = state.withLock { state in
      let own = state.kept.filter { record.owns($0.key) }
      for key in own.keys { state.kept[key] = nil }
      return (own, state.damaged.filter { record.owns($0.key) })
    }
    let unreadable = record.restore(states, damaged: damaged)
    if let stop = unreadable.stop {
      let others = unreadable.reasons.count == 1 ? "" : "; \(unreadable.reasons.count - 1) more cannot be read"
      state.withLock { $0.stopReason = $0.stopReason ?? stop + others }
    }
    return unreadable.reasons
  }

  /// What differs from the last save. Throws for a value that could not be read back.
  static func differences(of all: [ServiceRecords]) throws(PersistenceError) -> Differences {
    var found = Differences()
    for owner in all {
      let (name, records, companion) = owner.state.withLock { ($0.name, $0.current, $0.companion) }
      var values: [SignalRecord.Differences] = []
      for record in records { if let value = try record.differences() { values.append(value) } }
      var changes = values.flatMap(\.changes)
      if let companion, !changes.isEmpty, !changes.contains(where: { companion.owns($0.key) }) {
        changes += try companion.everything()
      }
      if !changes.isEmpty { found.saves.append(PersistedSave(changes, of: name)) }
      found.values += values
      if let session = owner.session, let save = try session.take() {
        found.saves.append(PersistedSave(save, of: name))
      }
    }
    return found
  }
}

/// Lets one event at a time change values of services that survive a restart.
///
/// Such a value is saved together with the id of the event that changed it. If another page saved the value while the
/// handler still runs, it would save a half of the event, and a repeat would count twice. So the first change that a
/// handler makes waits until no other handler is between its first change and the moment at which its changes are in
/// the queue of saves. Nobody is inside while the store works.
final class ServiceTurns: Sendable {
  private let inside = ManualLock()
  /// The threads that handle an event, and whether they are inside.
  private let running = Lock<[pthread_t: Bool]>([:])
  /// The save of what the handler inside has changed, which nobody has added to the queue yet.
  private let coming = Lock<SaveTicket?>(nil)

  /// The calling thread begins to handle an event. It handles no other one until `end`: pages leave work for each other
  /// to other threads.
  func begin() {
    running.withLock { running in
      precondition(running[pthread_self()] == nil, "an event is handled while another one is")
      running[pthread_self()] = false
    }
  }

  /// Whether the event that the calling thread handles has changed a value.
  var hasChanged: Bool { running.withLock { $0[pthread_self()] } == true }

  /// A handler's changes are in the queue of saves with this save, or it has made none.
  func end(_ save: SaveTicket? = nil) {
    guard running.withLock({ $0.removeValue(forKey: pthread_self()) }) == true else { return }
    let coming = coming.withLock { $0.take() }
    inside.leave()
    // What is refused belongs to a holding that this node has lost. Pages of other holdings go on.
    if let save {
      save.whenDone { coming?.resolve(save.isRefused ? .saved : save.outcome) }
    } else {
      coming?.resolve(.saved)
    }
  }

  /// The save of what a handler has changed that still runs; nil if there is none.
  var underWay: SaveTicket? { coming.withLock { $0 } }

  /// The calling thread is about to change a value.
  func willChange() {
    guard running.withLock({ $0[pthread_self()] }) == false else { return }
    inside.enter()
    coming.withLock { $0 = SaveTicket() }
    running.withLock { $0[pthread_self()] = true }
  }

  /// Runs `body` while no handler is between its changes. Does nothing if one is.
  func ifIdle<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard inside.tryToEnter() else { return }
    defer { inside.leave() }
    try body()
  }
}

import Espalier
import EspalierHTTP
import EspalierLocks

/// What has to be saved, in the order in which it was changed. Each save is one transaction, or part of one.
///
/// A save waits while its event is also being written somewhere else (`write(to:)` of a node): a restart must find both,
/// or neither. The later saves of its owners wait behind it, because they build on its values. So does the reply to each
/// of these events. Saves of other owners pass.
final class SaveQueue: Sendable {
  private struct Entry {
    var saves: [PersistedSave]
    /// Whether nothing that belongs to it is being written.
    var isReady: Bool
    let ticket: SaveTicket
  }

  /// How many ids of events wait for a store that fails, for each owner.
  private static let mostEvents = 10_000

  let store: any PageStorage
  let watch: StoreWatch
  private let log: Log
  private let entries = Lock<[Entry]>([])
  /// Held while the store saves, so that transactions have the order of the queue.
  private let saving = Lock(())

  init(_ store: any PageStorage, _ watch: StoreWatch, _ log: Log) {
    (self.store, self.watch, self.log) = (store, watch, log)
  }

  /// Adds a save. Call `commit` next. A save that is not ready waits until `release`.
  func add(_ saves: [PersistedSave], isReady: Bool = true) -> SaveTicket {
    let ticket = SaveTicket()
    entries.withLock { $0.append(Entry(saves: saves, isReady: isReady, ticket: ticket)) }
    return ticket
  }

  /// What belongs to a save is written.
  func release(_ ticket: SaveTicket) {
    entries.withLock { entries in
      for index in entries.indices where entries[index].ticket === ticket { entries[index].isReady = true }
    }
  }

  /// Saves everything that need not wait, in one transaction. If the store fails, all of it stays in the queue.
  func commit(for request: Request? = nil) {
    saving.withLock { _ in
      let due = entries.withLock { Self.due($0) }
      if due.isEmpty { return }
      do {
        let saves = due.flatMap(\.saves)
        if !saves.isEmpty { try store.save(saves) }
        replace(due, by: nil)
        watch.succeed(.save, log)
        for entry in due { entry.ticket.resolve(.saved) }
      } catch {
        watch.failures.add()
        let failure = watch.fail(.save, error, log, for: request)
        // One entry instead of many, so that the queue does not grow with each event while the store fails.
        let merged = Entry(
          saves: Self.merged(due.flatMap(\.saves)), isReady: true, ticket: SaveTicket(.failed(failure)))
        replace(due, by: merged)
        for entry in due { entry.ticket.resolve(.failed(failure)) }
      }
    }
  }

  /// The save that has an event, if the store does not have it yet. The sender of the event may have got a cookie
  /// meanwhile, so the sender does not count.
  func ticket(of event: PersistedEvent, _ name: PersistedInstance.Name) -> SaveTicket? {
    entries.withLock { entries in
      entries.first { entry in
        entry.saves.contains { save in
          save.name == name
            && save.events.contains { $0.id == event.id && $0.fingerprint == event.fingerprint }
        }
      }?.ticket
    }
  }

  /// Whether anything waits for a store that failed.
  var hasFailed: Bool {
    entries.withLock { $0.contains { if case .failed = $0.ticket.outcome { true } else { false } } }
  }

  /// What the store has of an owner. Throws while saves of the owner are in the queue: whoever begins with an older
  /// state would overwrite the newer one.
  func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance? {
    if hasSaves(of: owner) { commit() }
    guard !hasSaves(of: owner) else {
      throw PageStoreError("what was changed last is not saved yet", isTemporary: true)
    }
    return try store.instance(of: owner)
  }

  private func hasSaves(of owner: PersistedInstance.Owner) -> Bool {
    entries.withLock { $0.contains { $0.saves.contains { $0.name.owner == owner } } }
  }

  /// Deletes everything of a browser, also what waits.
  func forget(browser: String) throws {
    entries.withLock { entries in
      for index in entries.indices { entries[index].saves.removeAll { $0.name.owner.browser == browser } }
    }
    try store.forget(browser: browser)
  }

  /// The entries that need not wait: they are ready, and no entry before them of the same owner waits.
  private static func due(_ entries: [Entry]) -> [Entry] {
    var waiting: Set<PersistedInstance.Name> = []
    return entries.filter { entry in
      if entry.isReady, waiting.isEmpty || !entry.saves.contains(where: { waiting.contains($0.name) }) { return true }
      waiting.formUnion(entry.saves.map(\.name))
      return false
    }
  }

  private func replace(_ done: [Entry], by entry: Entry?) {
    entries.withLock { entries in
      entries.removeAll { old in done.contains { $0.ticket === old.ticket } }
      // They were due, so nothing that is left comes before them.
      if let entry { entries.insert(entry, at: 0) }
    }
  }

  /// One save for each owner, with the last value of each key.
  private static func merged(_ saves: [PersistedSave]) -> [PersistedSave] {
    var names: [PersistedInstance.Name] = []
    var changes: [PersistedInstance.Name: [String: PersistedChange]] = [:]
    var events: [PersistedInstance.Name: [PersistedEvent]] = [:]
    for save in saves {
      if changes[save.name] == nil { names.append(save.name) }
      for change in save.changes { changes[save.name, default: [:]][change.key] = change }
      if changes[save.name] == nil { changes[save.name] = [:] }
      events[save.name, default: []] += save.events
    }
    return names.map { name in
      PersistedSave(
        (changes[name] ?? [:]).values.sorted { $0.key < $1.key }, events: (events[name] ?? []).suffix(mostEvents),
        of: name)
    }
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
  }

  private struct State {
    var outcome: Outcome
    var calls: [@Sendable () -> Void] = []
  }

  private let state: Lock<State>

  init(_ outcome: Outcome = .waiting) { state = Lock(State(outcome: outcome)) }

  var outcome: Outcome { state.withLock { $0.outcome } }

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
    if case .failed(let error) = outcome { throw error }
  }
}

import Espalier

/// Decides what waits for which save. It knows nothing of locks, threads and the store.
///
/// Everything that has to be saved stands here in the order in which it was changed. The store works on one batch at a
/// time. What is added meanwhile is the next batch.
///
/// A save waits while its event is also being written somewhere else (`write(to:)` of a node): a restart must find both,
/// or neither. The later saves of its owners wait behind it, because they build on its values. Saves of other owners
/// pass.
struct Gate {
  struct Entry {
    var saves: [PersistedSave]
    /// The browser of which the store has to delete everything; nil for a save.
    var signedOut: String?
    /// Whether nothing that belongs to it is being written.
    var isReady = true
    /// Whether the store must be asked for it.
    var isCommitted = false
    /// Whether the store works on it.
    var isUnderWay = false
    /// Whether the store did not take it.
    var hasFailed = false
    /// Whether another node may have what it saves, although the store still works on it.
    var isDropped = false
    let ticket: SaveTicket
  }

  /// Whether the newest state of an owner can be read from the store.
  enum Reading {
    case now
    /// When this save is done.
    case after(SaveTicket)
    /// Not before somebody has written something, or the store works again.
    case notYet
  }

  /// Whether clients wait also for what the store did not take: another node may go on without it.
  let awaitsFailed: Bool
  private var entries: [Entry] = []
  /// Whether the store works on a batch.
  private var isSaving = false

  /// Whether nothing waits and nothing is under way.
  var isEmpty: Bool { entries.isEmpty }
  /// Whether anything waits for a store that failed.
  var hasFailed: Bool { entries.contains(where: \.hasFailed) }

  init(awaitsFailed: Bool = false) { self.awaitsFailed = awaitsFailed }

  mutating func add(_ saves: [PersistedSave], isReady: Bool) -> SaveTicket {
    let ticket = SaveTicket()
    entries.append(Entry(saves: saves, isReady: isReady, ticket: ticket))
    return ticket
  }

  /// Adds the order to delete everything of a browser, also what waits.
  mutating func add(forgetting browser: String) -> SaveTicket {
    for index in entries.indices { entries[index].saves.removeAll { $0.name.owner.browser == browser } }
    let ticket = SaveTicket()
    entries.append(Entry(saves: [], signedOut: browser, ticket: ticket))
    return ticket
  }

  /// What belongs to a save is written.
  mutating func release(_ ticket: SaveTicket) {
    for index in entries.indices where entries[index].ticket === ticket { entries[index].isReady = true }
  }

  /// The next batch: everything that need not wait. Nil if that is nothing, or if the store works on a batch; then it is
  /// the next one.
  mutating func begin() -> [Entry]? {
    let due = dueIndices()
    for index in due { entries[index].isCommitted = true }
    guard !isSaving, let first = due.first else { return nil }
    // To forget a browser is a batch of its own, after the saves before it.
    let saves = Array(due.prefix { entries[$0].signedOut == nil })
    let batch = saves.isEmpty ? [first] : saves
    for index in batch { entries[index].isUnderWay = true }
    isSaving = true
    return batch.map { entries[$0] }
  }

  /// The store has answered. If it failed, everything stays, as one entry instead of many, so that the queue does not
  /// grow with each event. What was dropped meanwhile does not stay. Returns whether to begin the next batch, and whether
  /// this one was dropped.
  mutating func end(_ batch: [Entry], hasFailed: Bool) -> (goesOn: Bool, isDropped: Bool) {
    isSaving = false
    let isDropped = entries.contains { $0.isUnderWay && $0.isDropped }
    let hasFailed = hasFailed && !isDropped
    // What was forgotten meanwhile is no longer among the saves.
    let saves = entries.lazy.filter(\.isUnderWay).flatMap(\.saves)
    let kept = hasFailed ? Self.merged(Array(saves)) : []
    entries.removeAll(where: \.isUnderWay)
    if hasFailed, let first = batch.first {
      // Those who waited get the failure. Later readers wait for the next try.
      let rest = Entry(
        saves: kept, signedOut: first.signedOut, isCommitted: true, hasFailed: true,
        ticket: awaitsFailed ? SaveTicket() : first.ticket)
      // They were due, so no save that is left comes before them.
      entries.insert(rest, at: rest.signedOut == nil ? 0 : entries.count)
    }
    return (entries.contains { $0.isCommitted && !$0.hasFailed }, isDropped)
  }

  /// Drops everything. Returns what the store does not work on.
  mutating func drop() -> [Entry] {
    for index in entries.indices { entries[index].isDropped = true }
    defer { entries.removeAll { !$0.isUnderWay } }
    return entries.filter { !$0.isUnderWay }
  }

  /// The save that has an event, if the store does not have it yet. The sender of the event may have got a cookie
  /// meanwhile, so the sender does not count.
  func ticket(of event: PersistedEvent, _ name: PersistedInstance.Name) -> SaveTicket? {
    entries.first { entry in
      entry.saves.contains { save in
        save.name == name && save.events.contains { $0.id == event.id && $0.fingerprint == event.fingerprint }
      }
    }?.ticket
  }

  /// The save after which everything is saved for which the store was asked; nil if it is already.
  var underWay: SaveTicket? {
    if entries.isEmpty { return nil }
    // What the store does not have yet is its next batch.
    let asked = entries.lazy.filter { $0.isCommitted && (!$0.hasFailed || awaitsFailed) }
    return (asked.last { !$0.isUnderWay } ?? asked.last)?.ticket
  }

  /// Whoever begins with an older state of an owner would overwrite the newer one.
  func reading(_ owner: PersistedInstance.Owner) -> Reading {
    func concerns(_ entry: Entry) -> Bool {
      entry.saves.contains { $0.name.owner == owner } || (entry.signedOut != nil && entry.signedOut == owner.browser)
    }
    let found = entries.indices.filter { concerns(entries[$0]) }
    guard let last = found.last else { return .now }
    let due = Set(dueIndices())
    return found.allSatisfy { due.contains($0) && !entries[$0].hasFailed } ? .after(entries[last].ticket) : .notYet
  }

  /// The entries that need not wait: they are ready, and no entry before them of the same owner waits.
  private func dueIndices() -> [Int] {
    var waiting: Set<PersistedInstance.Name> = []
    return entries.indices.filter { index in
      let entry = entries[index]
      if entry.isReady, waiting.isEmpty || !entry.saves.contains(where: { waiting.contains($0.name) }) { return true }
      waiting.formUnion(entry.saves.map(\.name))
      return false
    }
  }

  /// One save for each owner, with the last value of each key. Changes of sessions are not merged.
  private static func merged(_ saves: [PersistedSave]) -> [PersistedSave] {
    var names: [PersistedInstance.Name] = []
    var changes: [PersistedInstance.Name: [String: PersistedChange]] = [:]
    var events: [PersistedInstance.Name: [PersistedEvent]] = [:]
    for save in saves where save.session == nil {
      if changes[save.name] == nil { names.append(save.name) }
      for change in save.changes { changes[save.name, default: [:]][change.key] = change }
      if changes[save.name] == nil { changes[save.name] = [:] }
      events[save.name, default: []] += save.events
    }
    let merged = names.map { name in
      let own = (changes[name] ?? [:]).values.sorted { $0.key < $1.key }
      return PersistedSave(own, events: (events[name] ?? []).suffix(PersistedEvent.most), of: name)
    }
    return saves.filter { $0.session != nil } + merged
  }
}

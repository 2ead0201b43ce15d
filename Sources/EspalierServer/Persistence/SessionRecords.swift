package import Espalier
import EspalierHTTP
import EspalierLocks

/// The session of a browser in the database of a cluster. Every node may change it.
package struct SessionRow: Sendable, Hashable {
  /// Grows with each change. 0 if there is no row.
  package var number: Int
  package var states: [String: JSON]
  /// Whether the browser has signed out. All nodes refuse its cookie.
  package var hasEnded: Bool

  /// The ids of the last changes. A node that reads the row knows by them which of its own changes are in it.
  fileprivate var last: [String] {
    get { if case .array(let ids) = states["~last"] { ids.compactMap(\.text) } else { [] } }
    set { states["~last"] = .array(newValue.suffix(8).map(JSON.string)) }
  }

  package init(number: Int = 0, states: [String: JSON] = [:], hasEnded: Bool = false) {
    (self.number, self.states, self.hasEnded) = (number, states, hasEnded)
  }
}

/// Where the nodes of a cluster keep the sessions of all browsers. They are changed by `PageStorage.save`.
package protocol SessionStorage: Sendable {
  /// Answers with the row of a browser. A browser that never had one gets an empty row.
  func session(of browser: String, _ reply: @escaping StoreReply<SessionRow>)
  /// Notes that a browser is in use.
  func touch(sessionOf browser: String, _ reply: @escaping StoreReply<Void>)
}

/// What one handler has changed of a session, or that it has ended the session. It waits in a queue of saves.
package final class SessionSave: Sendable {
  /// Whether the database may have a change already.
  package enum Attempt: Sendable {
    case first
    /// The answer of the database got lost.
    case again
    /// It got lost so long ago that the database may have forgotten the id.
    case tooLate
  }

  package let browser: String
  package let id = RandomID.next()
  /// Whether other nodes must hear of it at once: the session was renewed or ended.
  package let isUrgent: Bool
  fileprivate let changes: [SignalRecord.StoredChange]
  private let ends: Bool
  private let sent = Lock<ContinuousClock.Instant?>(nil)
  private let records: SessionRecords

  fileprivate init(
    _ changes: [SignalRecord.StoredChange], ends: Bool = false, isUrgent: Bool, of records: SessionRecords
  ) {
    (self.changes, self.ends, self.isUrgent, self.records) = (changes, ends, isUrgent, records)
    browser = records.browser
  }

  /// Drops the change if nobody has saved or dropped it.
  deinit {
    if records.isComing(id) { Task.detached { [records, id] in records.finish(id, nil) } }
  }

  /// Whether the database may have the change already.
  package var attempt: Attempt {
    guard let first = sent.withLock({ $0 }) else { return .first }
    return ContinuousClock.now - first < PersistedEvent.lifetime ? .again : .tooLate
  }

  /// The database gets the change now. If no answer comes, nobody knows whether it has it.
  package func noteSent() { sent.withLock { $0 = $0 ?? .now } }

  /// Returns the row after this change.
  package func changed(_ row: SessionRow) throws(PersistenceError) -> SessionRow {
    var row = row
    if ends { (row.states, row.hasEnded) = ([:], true) }
    for change in changes { try change(&row.states) }
    row.number += 1
    row.last.append(id)
    return row
  }

  /// Tells the session that the change is saved, and the row after it.
  package func save(in row: SessionRow) { records.finish(id, row) }

  /// Takes the change back. It is not saved.
  package func drop(because reason: (any Error)? = nil) {
    if let reason { records.report("\(reason)") }
    records.finish(id, nil)
  }
}

/// The session of a browser at one node of a cluster: the row as the node last read it, and the changes of
/// handlers here that are not saved yet. Any thread may use it.
final class SessionRecords: Sendable {
  private struct Coming {
    let id: String
    let changes: [SignalRecord.StoredChange]
    /// Whether it ends the session.
    let ends: Bool
    /// Grows with each change.
    let number: Int
  }

  /// Somebody waits until no change up to this one is being saved.
  private struct Waiting {
    let last: Int
    let ticket = SaveTicket()
  }

  private struct Delivery: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State {
    var row = SessionRow()
    var isRead = false
    var records: [SignalRecord] = []
    /// The changes that are being saved, in order.
    var coming: [Coming] = []
    var waiting: [Waiting] = []
    var last = 0
    /// Whether a handler has ended the session, which nobody has taken yet.
    var isEnding = false
    var hasEnded = false
    var stopReason: String?
    /// What listeners have to be told, in order.
    var deliveries: [Delivery] = []
    var isDelivering = false
    /// Whether listeners know the first row.
    var isSettled = false
  }

  /// The name of the value that is the secret of the browser's cookie.
  static let secret = "~secret"

  let browser: String
  private let state = Lock(State())
  /// Serialises what replaces the values of the session. No code of users waits for it.
  private let following = Lock(())
  private let turns: ServiceTurns
  private let elsewhere: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Tells an operator something.
  let report: @Sendable (String) -> Void

  /// `elsewhere` runs work on a thread of the site, and `report` gets what an operator should know.
  init(
    of browser: String, _ turns: ServiceTurns,
    elsewhere: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.browser, self.turns, self.elsewhere, self.report) = (browser, turns, elsewhere, report)
  }

  /// Whether the row was read.
  var isRead: Bool { state.withLock { $0.isRead } }
  /// Whether listeners have heard of the first row. A change after that is news.
  var isSettled: Bool { state.withLock { $0.isSettled } }
  /// Why the browser must not be used: a value of its session cannot be read.
  var stopReason: String? { state.withLock { $0.stopReason } }
  var mayHaveChanged: Bool {
    let (records, isEnding, hasEnded) = state.withLock { ($0.records, $0.isEnding, $0.hasEnded) }
    return isEnding || !hasEnded && records.contains(where: \.hasPendingChanges)
  }
  /// What a page must wait for before it shows the session: until all changes are saved, or dropped and taken back. Nil if there
  /// are none.
  var underWay: SaveTicket? {
    state.withLock { state in
      if state.coming.isEmpty { return nil }
      if state.waiting.last?.last != state.last { state.waiting.append(Waiting(last: state.last)) }
      return state.waiting.last?.ticket
    }
  }

  /// Adds a value of the session. Returns the keys of what cannot be read, with the reasons.
  func add(_ record: SignalRecord) -> [String: String] {
    defer { record.beforeChanges { [turns] in turns.willChange() } }
    var (row, coming, isRead) = state.withLock { state in
      state.records.append(record)
      return (state.row, state.coming, state.isRead)
    }
    // Without `following`: the closure of an update may look for another session.
    while isRead {
      let (unreadable, delivery) = record.follow(Self.states(row, coming))
      delivery?()
      note(unreadable)
      let number = row.number
      (row, coming) = state.withLock { ($0.row, $0.coming) }
      if row.number == number { return unreadable.reasons }
    }
    return [:]
  }

  /// Takes the row that was read. Returns the keys of what cannot be read, with the reasons.
  @discardableResult
  func hear(_ row: SessionRow) -> [String: String] {
    let reasons = following.withLock { _ -> [String: String] in
      let isNews = state.withLock { state in
        if state.isRead, row.number <= state.row.number { return false }
        (state.row, state.isRead) = (row, true)
        return true
      }
      return isNews ? follow() : [:]
    }
    deliver()
    state.withLock { $0.isSettled = true }
    return reasons
  }

  /// A handler ends the session.
  func end() {
    turns.willChange()
    state.withLock { $0.isEnding = !$0.hasEnded }
  }

  /// The values of a row after the changes that are being saved.
  private static func states(_ row: SessionRow, _ coming: [Coming]) -> [String: JSON] {
    var states = row.states
    let saved = row.last
    for coming in coming where !saved.contains(coming.id) {
      // What cannot be saved is dropped.
      for change in coming.changes { try? change(&states) }
    }
    return states
  }

  /// Sets the values of the session. Only while `following` is held.
  private func follow() -> [String: String] {
    let (row, coming, records) = state.withLock { state in
      state.stopReason = nil
      return (state.row, state.coming, state.records)
    }
    if records.isEmpty { return [:] }
    let states = Self.states(row, coming)
    var reasons: [String: String] = [:]
    for record in records {
      let (unreadable, delivery) = record.follow(states)
      if let delivery { state.withLock { $0.deliveries.append(Delivery(run: delivery)) } }
      reasons.merge(unreadable.reasons) { one, _ in one }
      note(unreadable)
    }
    return reasons
  }

  private func note(_ unreadable: SignalRecord.Unreadable) {
    if let stop = unreadable.stop { state.withLock { $0.stopReason = $0.stopReason ?? stop } }
  }

  /// Tells listeners the values, in order, without a lock. A thread that does it already goes on with it.
  private func deliver() {
    while true {
      let next = state.withLock { state -> Delivery? in
        if state.isDelivering || state.deliveries.isEmpty { return nil }
        state.isDelivering = true
        return state.deliveries.removeFirst()
      }
      guard let next else { return }
      next.run()
      state.withLock { $0.isDelivering = false }
    }
  }

  /// Takes the changes that handlers have made and nobody has taken yet; nil if there are none. If they cannot be saved, it
  /// drops them and throws.
  func take() throws(PersistenceError) -> SessionSave? {
    var failure: PersistenceError?
    let save = following.withLock { _ -> SessionSave? in
      let (records, isEnding, hasEnded) = state.withLock { state in
        defer { if state.isEnding { (state.isEnding, state.hasEnded) = (false, true) } }
        return (state.records, state.isEnding, state.hasEnded)
      }
      if hasEnded { return nil }
      var (changes, isRenewed) = ([SignalRecord.StoredChange](), false)
      for record in records {
        guard let change = record.take() else { continue }
        changes.append(change)
        if record.name == Self.secret { isRenewed = true }
      }
      if !isEnding {
        if changes.isEmpty { return nil }
        let (row, coming) = state.withLock { ($0.row, $0.coming) }
        var states = Self.states(row, coming)
        do throws(PersistenceError) { for change in changes { try change(&states) } } catch {
          failure = error
          _ = follow()
          return nil
        }
      }
      let save = SessionSave(
        isEnding ? [] : changes, ends: isEnding, isUrgent: isEnding || isRenewed, of: self)
      state.withLock { state in
        state.last += 1
        state.coming.append(Coming(id: save.id, changes: save.changes, ends: isEnding, number: state.last))
      }
      return save
    }
    if let failure {
      deliver()
      throw failure
    }
    return save
  }

  fileprivate func isComing(_ id: String) -> Bool {
    state.withLock { state in state.coming.contains { $0.id == id } }
  }

  /// A change is saved, and the database has a row now; or it is dropped.
  fileprivate func finish(_ id: String, _ row: SessionRow?) {
    following.withLock { _ in
      let isComing = state.withLock { state -> Bool in
        guard let index = state.coming.firstIndex(where: { $0.id == id }) else { return false }
        let ends = state.coming.remove(at: index).ends
        if row == nil, ends { state.hasEnded = false }
        // Somebody may have read a later row, which has it too.
        if let row, row.number > state.row.number { (state.row, state.isRead) = (row, true) }
        return true
      }
      // Others may have changed the row before, and a closure may have made another value of it.
      if isComing, row?.hasEnded != true { _ = follow() }
    }
    let done = state.withLock { state in
      let first = state.coming.first?.number ?? .max
      defer { state.waiting.removeAll { $0.last < first } }
      return state.waiting.filter { $0.last < first }
    }
    // The thread of the store must not run code of pages.
    if state.withLock({ !$0.deliveries.isEmpty }) {
      elsewhere {
        self.deliver()
        for waiting in done { waiting.ticket.resolve(.saved) }
      }
    } else {
      for waiting in done { waiting.ticket.resolve(.saved) }
    }
  }
}

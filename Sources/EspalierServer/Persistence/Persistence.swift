import Espalier
import EspalierHTTP

/// Puts the state of one instance into the queue of saves. Used only in its instance's lane.
final class Persistence {
  /// The key of the state that says that the browser has sent its cookie. The key of a property contains a `#`, so none
  /// equals this key.
  static let cookieKey = "cookie"
  let queue: SaveQueue?
  private let name: PersistedInstance.Name
  private let log: Log
  private let watch: StoreWatch
  /// The events whose values cannot be saved. They are saved with the next value that can.
  private var unsavable = UnsavedEvents()
  private var refusal: HTTPError?
  /// Whether changes were made while the instance was in no table, so that they are not in the queue yet.
  private(set) var isDue = false
  /// Whether the browser's cookie is in the queue, or in the store.
  private(set) var isCookieSaved: Bool

  init(of name: PersistedInstance.Name, in queue: SaveQueue?, watch: StoreWatch, log: Log, isCookieSaved: Bool) {
    (self.name, self.queue, self.watch, self.log) = (name, queue, watch, log)
    self.isCookieSaved = isCookieSaved
  }

  /// Whether a tree may have something to save.
  func isNeeded(for state: TreeState) -> Bool { queue != nil && (state.persistsAnything || !unsavable.isEmpty) }

  /// Whether the value that an event made cannot be saved.
  func cannotSave(_ event: PersistedEvent) -> Bool { unsavable.contains(event) }

  /// Whether the store does not have an event that was handled: it fails, the event's value cannot be saved, or the event is
  /// still being written elsewhere.
  func lacks(_ event: PersistedEvent) -> Bool {
    guard let queue else { return false }
    return cannotSave(event) || queue.ticket(of: event, name) != nil
  }

  /// Puts the changes since the last save into the queue, those of the tree and those of services, with the event that
  /// made them. Returns nil if there is nothing to save.
  func add(
    _ state: TreeState, _ services: [ServiceRecords], _ event: PersistedEvent?, isReady: Bool, cookieShown: Bool,
    for request: Request?
  ) throws(HTTPError) -> SaveTicket? {
    guard let queue else { return nil }
    isDue = false
    do {
      let hasOwn = isNeeded(for: state)
      var changes = hasOwn ? try state.unsaved.changes() : []
      let differences = try ServiceRecords.differences(of: services)
      let events = unsavable.all + (event.map { [$0] } ?? [])
      // Taken even if a service has refused, too: it must not be told about the next event.
      let refused = state.unsaved.takeRefusal()
      let refusal = differences.refusal ?? refused
      if changes.isEmpty && events.isEmpty && differences.saves.isEmpty && refusal == nil { return nil }
      if hasOwn, cookieShown, !isCookieSaved {
        changes.append(PersistedChange(key: Self.cookieKey, value: true))
        isCookieSaved = true
      }
      let own = PersistedSave(changes, events: events, of: name)
      let isEmpty = changes.isEmpty && events.isEmpty
      let ticket = queue.add(differences.saves + (isEmpty ? [] : [own]), isReady: isReady)
      differences.markSaved()
      state.unsaved.markSaved()
      unsavable = UnsavedEvents()
      self.refusal = refusal.map { failure($0, for: request) }
      return ticket
    } catch {
      if let event { unsavable.add(event) }
      throw failure(error, for: request)
    }
  }

  /// Why the last `add` left out a change, although it saves all others: it would overwrite something that cannot be read.
  func takeRefusal() -> HTTPError? {
    defer { refusal = nil }
    return refusal
  }

  private func failure(_ error: PersistenceError, for request: Request?) -> HTTPError {
    watch.failures.add()
    log.write(.error, "store") {
      $0.add("page", name.owner.page)
      $0.add("detail", "\(error)")
      if let request { $0.add("id", request.id) }
    }
    return .unsaved("\(error)", underlying: error)
  }

  /// Requests that the changes are put into the queue within a second.
  func noteDue() {
    isDue = true
    watch.noteUnsaved()
  }

  /// Tells the store that the instance is used, if the store has saved anything of it.
  func touch(_ state: TreeState) {
    if state.persistsAnything { queue?.touch(name) }
  }
}

extension HTTPError {
  /// The saved state of a page cannot be read.
  package static func unreadable(_ failure: PageStoreError) -> HTTPError {
    HTTPError(
      .unavailable, "The server cannot read the saved state of this page now: \(failure.reason). Try again later.",
      underlying: failure)
  }

  /// The change is in the tree, but not in the store.
  static func unsaved(_ reason: String, isTemporary: Bool = false, underlying: (any Error)? = nil) -> HTTPError {
    HTTPError(
      isTemporary ? .unavailable : .internalError,
      """
      The server made the change, but could not save it: \(reason). A restart of the server would undo the change. \
      You can safely repeat the event with the same id: it has no second effect.
      """, underlying: underlying)
  }
}

/// Events that were handled, and whose values cannot be saved: the last `PersistedEvent.most` of them, oldest first.
struct UnsavedEvents {
  /// The sender does not count: it may have got a cookie meanwhile.
  private struct Key: Hashable {
    let id: String
    let fingerprint: String?
    init(_ event: PersistedEvent) { (id, fingerprint) = (event.id, event.fingerprint) }
  }

  private var known: Set<Key> = []
  /// When it is full, each event takes the place of the oldest, which is at `oldest`.
  private var events: [PersistedEvent] = []
  private var oldest = 0
  private let most: Int

  init(most: Int = PersistedEvent.most) { self.most = most }

  var isEmpty: Bool { events.isEmpty }
  /// All events, oldest first.
  var all: [PersistedEvent] { Array(events[oldest...] + events[..<oldest]) }

  func contains(_ event: PersistedEvent) -> Bool { !events.isEmpty && known.contains(Key(event)) }

  mutating func add(_ event: PersistedEvent) {
    guard known.insert(Key(event)).inserted else { return }
    guard events.count == most else { return events.append(event) }
    known.remove(Key(events[oldest]))
    events[oldest] = event
    oldest = (oldest + 1) % most
  }
}

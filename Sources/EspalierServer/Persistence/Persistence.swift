import Espalier
import EspalierHTTP

/// Saves the state of one instance. Used only in its instance's lane.
final class Persistence {
  /// The key of the state that says that the browser has sent its cookie. The key of a property contains a `#`, so none
  /// equals this key.
  static let cookieKey = "cookie"

  private let store: (any PageStorage)?
  private let name: PersistedInstance.Name
  private let log: Log
  private let watch: StoreWatch
  private(set) var unsaved: UnsavedEvents
  /// Whether the store has saved that the browser has sent its cookie.
  private(set) var isCookieSaved: Bool

  init(
    of name: PersistedInstance.Name, in store: (any PageStorage)?, watch: StoreWatch, log: Log, isCookieSaved: Bool,
    capacity: Int
  ) {
    self.name = name
    self.store = store
    self.watch = watch
    self.log = log
    self.isCookieSaved = isCookieSaved
    unsaved = UnsavedEvents(capacity: capacity)
  }

  /// Whether a tree may have something to save.
  func isNeeded(for tree: Tree) -> Bool { store != nil && (tree.persistsAnything || !unsaved.isEmpty) }

  /// Saves the changes since the last save, those of the tree and those of services, with the event that made them and
  /// the events that could not be saved before. All are in one transaction.
  func save(
    _ tree: Tree, _ services: [ServiceRecords], _ event: PersistedEvent?, cookieShown: Bool, for request: Request?
  ) -> HTTPError? {
    guard let store, isNeeded(for: tree) || !services.isEmpty else { return nil }
    var (isSavingCookie, hasSaved) = (false, false)
    do {
      try ServiceRecords.save(services[...]) { fromServices in
        var changes = isNeeded(for: tree) ? try persistedChanges(tree, event) : []
        // An event may undo the changes that could not be saved. Then there is no difference to save, but two ids.
        if changes.isEmpty && unsaved.isEmpty && fromServices.isEmpty { return }
        if let event { unsaved.add(event) }
        isSavingCookie = cookieShown && !isCookieSaved && isNeeded(for: tree)
        if isSavingCookie { changes.append(PersistedChange(key: Self.cookieKey, value: true)) }
        let own = PersistedSave(changes, events: unsaved.all, of: name)
        try store.save(fromServices + (changes.isEmpty && unsaved.isEmpty ? [] : [own]))
        hasSaved = true
      }
    } catch let error as PersistenceError {
      // A later save of the changes also saves the event.
      if let event { unsaved.add(event) }
      watch.failures.add()
      log.write(.error, "store") {
        $0.add("page", name.owner.page)
        $0.add("detail", "\(error)")
        if let request { $0.add("id", request.id) }
      }
      return .unsaved("\(error)", underlying: error)
    } catch {
      watch.failures.add()
      noteUnsaved()
      let failure = watch.fail(.save, error, log, for: request)
      return .unsaved(failure.reason, isTemporary: failure.isTemporary, underlying: failure)
    }
    guard hasSaved else { return nil }
    tree.markSaved()
    if isSavingCookie { isCookieSaved = true }
    unsaved.removeAll()
    watch.succeed(.save, log)
    return nil
  }

  /// Requests that the changes are saved again within a second.
  func noteUnsaved() {
    unsaved.areDue = true
    watch.noteUnsaved()
  }

  /// Tells the store that the instance is used, if the store has saved anything of it.
  func touch(_ tree: Tree) {
    guard let store, tree.persistsAnything else { return }
    do {
      try store.touch(name)
      watch.succeed(.save, log)
    } catch {
      watch.failures.add()
      _ = watch.fail(.save, error, log)
    }
  }

  /// The changes to save. An event with a value that cannot be saved waits, like its change.
  private func persistedChanges(_ tree: Tree, _ event: PersistedEvent?) throws(PersistenceError) -> [PersistedChange] {
    do { return try tree.persistedChanges() } catch {
      if let event { unsaved.add(event) }
      throw error
    }
  }
}

extension HTTPError {
  /// The change is in the tree, but not in the store.
  fileprivate static func unsaved(_ reason: String, isTemporary: Bool = false, underlying: any Error) -> HTTPError {
    HTTPError(
      isTemporary ? .unavailable : .internalError,
      """
      The server made the change, but could not save it: \(reason). A restart of the server would undo the change. \
      You can safely repeat the event with the same id: it has no second effect.
      """, underlying: underlying)
  }
}

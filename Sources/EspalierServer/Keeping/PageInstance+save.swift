import EspalierHTTP
import Espalier
import Synchronization

extension PageInstance {
  /// The state by which the store knows that the browser has shown its cookie. The key of a property has a `#`, so none is equal to it.
  static let cookieKey = "cookie"

  /// Saves the changes since the last save, with the event that made them and the events that could not be saved before.
  func save(_ event: KeptEvent?, for request: Request?) -> HTTPError? {
    // Counted as a request first: the table lets no instance go while it saves, so that its successor finds what was saved.
    visits.add(1, ordering: .sequentiallyConsistent)
    defer { visits.subtract(1, ordering: .sequentiallyConsistent) }
    guard let store, tree.keepsAnything || !unsaved.isEmpty else { return nil }
    guard !isRetired.load(ordering: .sequentiallyConsistent) else {
      // The table may take it, or keep it after all. Then the next round saves it.
      noteUnsaved()
      return nil
    }
    var isSavingCookie = false
    do {
      var changes = try keptChanges(event)
      // An event may undo what could not be saved: then there is no difference, and two ids to save.
      if changes.isEmpty && unsaved.isEmpty { return nil }
      if let event { unsaved.add(event) }
      isSavingCookie = hasShownCookie && !isCookieSaved
      if isSavingCookie { changes.append(KeptChange(key: Self.cookieKey, value: true)) }
      try store.save(changes, events: unsaved.all, of: name)
    } catch let error as KeptValueError {
      metrics.storeFailures.add()
      log.write(.error, "store") {
        $0.add("page", page.path)
        $0.add("detail", "\(error)")
        if let request { $0.add("id", request.id) }
      }
      return .unsaved("\(error)", underlying: error)
    } catch {
      metrics.storeFailures.add()
      noteUnsaved()
      let failure = metrics.storeWatch.fail(.save, error, log, for: request)
      return .unsaved(failure.reason, isTemporary: failure.isTemporary, underlying: failure)
    }
    tree.markSaved()
    if isSavingCookie { isCookieSaved = true }
    unsaved.removeAll()
    metrics.storeWatch.succeed(.save, log)
    return nil
  }

  /// Has the changes saved again within a second.
  private func noteUnsaved() {
    unsaved.areDue = true
    metrics.storeWatch.noteUnsaved()
  }

  /// Tries again to save what the store could not take.
  func saveAgain() { if unsaved.areDue { _ = save(nil, for: nil) } }

  /// What must be saved. An event with a value that cannot be saved waits, like its change.
  private func keptChanges(_ event: KeptEvent?) throws(KeptValueError) -> [KeptChange] {
    do { return try tree.keptChanges() } catch {
      if let event { unsaved.add(event) }
      throw error
    }
  }

  /// Reports saved values that were left out because they cannot be read.
  func reportUnreadable(_ values: [String: String]) {
    for (key, reason) in values.sorted(by: { $0.key < $1.key }) { report(.unreadable(key, reason: reason), for: nil) }
    for diagnostic in tree.takeDiagnostics() { report(diagnostic, for: nil) }
  }

  func report(_ diagnostic: Diagnostic, for request: Request?) {
    if case .unreadable = diagnostic { metrics.storeUnreadable.add() }
    warn(diagnostic.description, for: request)
  }
}

extension HTTPError {
  /// The change is in the tree, but not in the store.
  static func unsaved(_ reason: String, isTemporary: Bool = false, underlying: any Error) -> HTTPError {
    HTTPError(
      isTemporary ? .unavailable : .internalError,
      """
      The change was made, but could not be saved: \(reason). A restart of the server would undo it. \
      To repeat the event with the same id is safe: it has no second effect.
      """, underlying: underlying)
  }
}

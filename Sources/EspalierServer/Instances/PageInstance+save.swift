import Espalier
import EspalierHTTP

extension PageInstance {
  /// Saves the changes since the last save, with the event that made them and the events that could not be saved
  /// before.
  func save(_ event: PersistedEvent?, for request: Request?) -> HTTPError? {
    // Holds the instance like a request: the table removes no instance while it saves, so that its successor finds what
    // was saved.
    hold.enter()
    defer { hold.leave() }
    // On a shared page, the sender's session is not among the services of the page.
    let sent = (request?.sender as? Sender)?.services?.records
    let all = sent.map { records + [$0] } ?? records
    let services = all.contains(where: \.mayHaveChanged) ? all.filter(\.mayHaveChanged).uniqued : []
    guard persistence.isNeeded(for: tree) || !services.isEmpty else { return nil }
    guard !hold.isRetired else {
      // The table may add the instance, or keep it after all. Then the next call saves the changes.
      persistence.noteUnsaved()
      return nil
    }
    return persistence.save(tree, services, event, cookieShown: hasShownCookie, for: request)
  }

  /// Tries again to save what the store could not save.
  func saveAgain() { if persistence.unsaved.areDue { _ = save(nil, for: nil) } }

  /// Reports saved values that were left out because they cannot be read.
  func reportUnreadable(_ values: [String: String]) {
    for (key, reason) in values.sorted(by: { $0.key < $1.key }) { report(.unreadable(key, reason: reason), for: nil) }
    for diagnostic in tree.takeDiagnostics() { report(diagnostic, for: nil) }
  }

  func report(_ diagnostic: Diagnostic, for request: Request?) {
    if case .unreadable = diagnostic { metrics.store.unreadable.add() }
    warn(diagnostic.description, for: request)
  }
}

extension [ServiceRecords] {
  /// Each once.
  fileprivate var uniqued: Self {
    reduce(into: []) { all, next in if !all.contains(where: { $0 === next }) { all.append(next) } }
  }
}

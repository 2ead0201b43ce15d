import Espalier
import EspalierHTTP

/// The sessions of browsers. On one machine their values are saved like those of other services. In a cluster each is a row
/// of the database, which any node may change.
extension SiteServices {
  /// What the site does when a session changes.
  struct SessionCalls: Sendable {
    /// Called when a value has changed, on the thread that changes it.
    var changed: @Sendable (_ browser: String) -> Void = { _ in }
    /// Called when a session was renewed, here or at another node.
    var renewed: @Sendable (BrowserServices) -> Void = { _ in }
    /// Called when another node has ended a session.
    var ended: @Sendable (BrowserServices) -> Void = { _ in }
  }

  /// The services of the browser that sends a request, with the session that it has now.
  func sender(_ id: String) throws(HTTPError) -> Found<BrowserServices> {
    guard sessions != nil else { return try browser(id) }
    if let ended = known(id), ended.hasEnded { return .here(ended) }
    return .asked { [self] in session(of: id, $0) }
  }

  /// The services of a browser, with the session as this node last read it; nil if it never did. Pages go on to be shown
  /// by it while the database is away.
  func remembered(_ id: String) -> BrowserServices? {
    known(id).flatMap { $0.hasEnded || $0.records?.session?.isRead != false ? $0 : nil }
  }

  /// The records of a browser's session, in a cluster.
  func sessionRecords(of id: String) -> SessionRecords? {
    guard sessions != nil, let saves else { return nil }
    return SessionRecords(
      of: id, turns, elsewhere: { saves.elsewhere($0) },
      report: { [weak self] reason in
        self?.log.write(.error, "session") {
          $0.add("detail", "A change of a session was not saved: \(reason).")
        }
      })
  }

  /// Reads the session of a browser, and tells the browser's services.
  func session(of id: String, _ reply: @escaping Found<BrowserServices>.Reply) {
    guard let saves, let sessions else { return reply(.success(make(id))) }
    saves.session(of: id, in: sessions) { [self] row in
      switch row {
      case .failure(let error): reply(.failure(.unreadable(error)))
      case .success(let row):
        let services = known(id) ?? make(id)
        hear(row, of: services)
        reply(Result { () throws(HTTPError) in try services.readable })
      }
    }
  }

  private func hear(_ row: SessionRow, of services: BrowserServices) {
    if row.hasEnded {
      if !services.hasEnded { sessionCalls.ended(services) }
    } else if let session = services.records?.session {
      report(session.hear(row))
    }
  }

  /// Other nodes have changed the sessions of some browsers; nil if they may have changed any. Sessions that nothing here
  /// uses are read with the next request. What could not be read is read with the next call.
  func hear(sessionsOf browsers: [String]?) {
    guard sessions != nil else { return }
    let told = takeUnread().union(browsers ?? [])
    let used = browsers == nil ? used : told.isEmpty ? [] : used.filter { told.contains($0.browser) }
    for services in used {
      session(of: services.browser) { [self] found in
        if case .failure = found { noteUnread(services.browser) }
      }
    }
  }

  /// Restores values of a browser, and saves them from now on.
  func restore(
    _ persisted: [SignalRecord], of browser: BrowserServices, isSession: Bool, asCompanion isCompanion: Bool = false
  ) {
    guard let records = browser.records else { return }
    guard isSession, let session = records.session else {
      return restore(persisted, in: records, asCompanion: isCompanion)
    }
    for record in persisted { report(session.add(record)) }
  }

  /// Saves what has changed of the session of a browser, by itself.
  func save(sessionOf records: ServiceRecords) {
    guard let session = records.session, session.mayHaveChanged else { return }
    do throws(PersistenceError) {
      guard let save = try session.take() else { return }
      _ = holdings.free.saves?.add([PersistedSave(save, of: records.name)])
      holdings.free.saves?.commit()
    } catch {
      session.report("\(error)")
    }
  }
}

import Espalier
import EspalierHTTP

/// What became of a save, as far as a reply needs it.
struct Saved: Sendable {
  /// The save, if it waits in the queue.
  var ticket: SaveTicket?
  /// Why the changes cannot be saved.
  var failure: HTTPError?

  init(_ ticket: SaveTicket? = nil) {
    switch ticket?.outcome {
    case .waiting: self.ticket = ticket
    case .failed(let error): failure = .unsaved(error.reason, isTemporary: error.isTemporary, underlying: error)
    case .saved, nil: break
    }
  }

  init(failure: HTTPError) { self.failure = failure }
}

extension PageInstance {
  /// The owners of services that handlers of this page may change, each once. On a shared page, the sender's session is
  /// not among the services of the page.
  func services(of sender: Sender?) -> [ServiceRecords] {
    guard persistence.queue != nil else { return [] }
    let sent = sender?.services?.records
    return records.filter { !$0.isEmpty }
      + [sent].compactMap(\.self).filter { sent in
        !sent.isEmpty && !records.contains { $0 === sent }
      }
  }

  /// Saves the changes since the last save, and the event that made them. While the event is being written elsewhere, the
  /// save waits in the queue.
  func save(_ event: PersistedEvent?, isWritten: Bool, for request: Request?) -> Saved {
    guard let queue = persistence.queue else { return Saved() }
    let turns = surroundings.services.turns
    do throws(HTTPError) {
      var ticket: SaveTicket?
      let sender = request?.visitor ?? work.sender
      if request != nil || sender != nil {
        // Values that others change meanwhile are saved by them.
        ticket = try add(event, turns.hasChanged ? services(of: sender) : [], isReady: isWritten, for: request)
        turns.end()
      } else {
        let changed = records.filter(\.mayHaveChanged)
        if !changed.isEmpty {
          try turns.ifIdle { () throws(HTTPError) in ticket = try add(nil, changed, isReady: true, for: nil) }
        }
        if ticket == nil { ticket = try add(nil, [], isReady: true, for: nil) }
      }
      // A part of an event is saved together with the event, when all of its parts have run.
      if ticket != nil, work.sender == nil { queue.commit(for: request) }
      var saved = Saved(ticket)
      if let refusal = persistence.takeRefusal() { saved.failure = refusal }
      return saved
    } catch {
      if request != nil { turns.end() }
      return Saved(failure: error)
    }
  }

  private func add(
    _ event: PersistedEvent?, _ services: [ServiceRecords], isReady: Bool, for request: Request?
  ) throws(HTTPError) -> SaveTicket? {
    // Holds the instance like a request: the table removes no instance while it saves, so that its successor finds what
    // was saved.
    hold.enter()
    defer { hold.leave() }
    guard persistence.isNeeded(for: state) || !services.isEmpty || event != nil else { return nil }
    guard !hold.isRetired else {
      // The table may add the instance, or keep it after all. Then the next call saves the changes.
      persistence.noteDue()
      return nil
    }
    return try persistence.add(
      state, services, event, isReady: isReady, cookieShown: hasShownCookie, for: request)
  }

  /// The save of an event that came before. Tries again to save what could not be saved the first time.
  func saveAgain(_ event: PersistedEvent, for request: Request) -> Saved {
    let saved = perform(tree.turn()).saved
    guard let queue = persistence.queue else { return Saved() }
    if persistence.cannotSave(event) { return saved }
    queue.commit(for: request)
    return Saved(queue.ticket(of: event, name))
  }

  /// Lets the reply to the current event wait for a save.
  func wait(for ticket: SaveTicket) {
    let number = work.awaitSave()
    hold.enter()
    ticket.whenDone {
      self.submit { instance in
        instance.hold.leave()
        for reply in instance.work.end(number) { reply(instance) }
      }
    }
  }

  /// Saves what was changed before the table had the instance.
  func saveDue() { if persistence.isDue { push(cause: pushes.cause) } }
}

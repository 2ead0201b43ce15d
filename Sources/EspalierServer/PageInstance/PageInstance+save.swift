import Espalier
import EspalierHTTP
import EspalierLocks

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
    case .refused: failure = .moved
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
        turns.end(isWritten ? ticket : nil)
      } else {
        let changed = records.filter(\.mayHaveChanged)
        if !changed.isEmpty {
          try turns.ifIdle { () throws(HTTPError) in
            // What a route has changed of the session must not be lost with this page.
            for own in changed { surroundings.services.save(sessionOf: own) }
            ticket = try add(nil, changed, isReady: true, for: nil)
          }
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
    guard !hold.isRetired, !isFromBefore else {
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

  /// The save after which everything is saved that the tree may show; nil if it is. What an event shows while it is being
  /// written elsewhere does not count: a page says so, and the event is not acknowledged.
  var underWay: SaveTicket? {
    if let saving = persistence.queue.flatMap({ surroundings.services.turns.underWay ?? $0.underWay }) { return saving }
    // Another page may be saving a change of this browser's session: wait for that, too.
    return owner?.services?.records?.session?.underWay ?? inQuestion
  }

  /// Lets clients have the page as it is now when a save is done.
  func hold(until save: SaveTicket) {
    let number = version.number
    publisher.hold()
    whenSaved(save) { [weak self] isRefused in
      if !isRefused { self?.submit { $0.allow(upTo: number) } }
    }
  }

  /// Clients may have the versions up to this one: what they show is saved.
  func allow(upTo number: Int) {
    publisher.allow(upTo: number)
    if !publisher.isHolding { lastDocuments = nil }
  }

  /// Gives a reply that shows the page as soon as everything that it shows is saved. After a second it gives the last page
  /// that is saved, or a refusal if nobody has asked for that one.
  func hold(
    _ response: Response, to answer: Answer, for request: Request,
    orElse last: @escaping @Sendable (isolated PageInstance) -> Response? = { _ in nil }
  ) {
    guard publisher.isHolding, let underWay else {
      answer(response)
      return
    }
    let waiting = Lock(Optional(answer))
    let timer = later(at: siteClock.now + Self.patience) { instance in
      guard let answer = waiting.withLock({ $0.take() }) else { return }
      answer(last(instance) ?? .problem(.notSaved, for: request, in: instance.problemFrame))
    }
    let give = { @Sendable (response: Response) in
      timer.cancel()
      _ = waiting.withLock { $0.take() }?(response)
    }
    whenSaved(underWay) { isRefused in give(isRefused ? .problem(.moved, for: request) : response) }
  }

  /// Calls back when a save is done, or refused. In a cluster, what the store did not take is saved again before. What it took
  /// waits until it is known that the node still has the holding: it may have been paused since.
  private nonisolated func whenSaved(_ save: SaveTicket, _ call: @escaping @Sendable (_ isRefused: Bool) -> Void) {
    save.whenDone { [weak self, isInCluster = held.tenure != nil] in
      guard isInCluster, !save.isRefused else { return call(save.isRefused) }
      guard let self else { return call(true) }
      guard case .failed = save.outcome else {
        if let question = inQuestion { whenSaved(question, call) } else { call(false) }
        return
      }
      submit { instance in
        if let next = instance.underWay { instance.whenSaved(next, call) } else { call(false) }
      }
    }
  }

  /// Saves what was changed before the table had the instance.
  func saveDue() { if persistence.isDue { push(cause: pushes.cause) } }
}

extension HTTPError {
  /// The page shows something that the store has not saved yet.
  fileprivate static var notSaved: HTTPError {
    HTTPError(.unavailable, "The server has not saved yet what this page shows. Try again later.")
      .retrying(after: .seconds(1))
  }
}

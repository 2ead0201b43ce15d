import EspalierHTTP
import Espalier

extension PageInstance {
  /// Delivers an event and replies with its outcome. A repeated event with the same id gets the outcome of the first.
  /// An error means that nothing has changed, except the error that a change could not be saved.
  func receive(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> EventReply {
    CrashNote.event(event.event, from: event.node, request)
    do throws(HTTPError) {
      // A page that stays open sends many events from one load, so a load identifies an event only if the reply loads
      // the page again.
      let id = event.id ?? (reply == .redirect ? event.idByLoad : nil)
      try checkID(event.id, request)
      let known = id.map { PersistedEvent(id: $0, sender: sender(of: request), fingerprint: event.fingerprint) }
      if let known, let first = try replies.first(known) {
        metrics.events.add(to: .repeated)
        work.recall(known)
        return eventReply(response(to: event, first, reply, request), saveAgain(known, for: request), request)
      }
      try checkVersion(event, request)
      wake()
      work.forgetRecent()
      let start = ContinuousClock.now
      let poster = request.requester
      defer {
        if !isOwned { surroundings.eventRates.charge(poster, .now - start) }
        reportIfSlow(since: start) {
          $0.add("event", event.event)
          $0.add("node", event.node)
          $0.add("id", request.id)
        }
      }
      let services = services(of: request.sender as? Sender)
      let turns = surroundings.services.turns
      if !services.isEmpty { turns.begin() }
      defer { if !services.isEmpty { turns.end() } }
      let delivery: Delivery
      do {
        if let sender = request.sender as? Sender { tree.visitor = sender }
        let client = (request.sender as? Sender)?.services?.browser ?? request.browser
        tree.beginEvent(known?.key, from: EventSender(browser: client, address: request.remoteAddress))
        defer {
          tree.visitor = owner
          tree.endEvent()
        }
        delivery = try poster.run { () throws(DeliveryError) in
          try tree.receive(
            event.event, from: event.node, data: event.data, fromForm: event.isForm, files: event.files,
            traced: reply == .receipt
          ) { event throws(DeliveryError) in try surroundings.eventLimits.admit(event, request) }
        }
      } catch {
        throw HTTPError(error, to: event)
      }
      let answer = EventOutcome(delivery)
      metrics.events.add(to: answer)
      if answer == .unhandled { warnOnce(of: delivery.event, event, request) }
      warnOfIntegers(delivery, request)
      if let place = delivery.command { note(event, place, request) }
      // What the event stands for may be written elsewhere, by tasks that have begun now. The event is saved and
      // acknowledged when they have ended, so that it is handled again if the server ends before.
      let isWritten = !tree.holdsReply
      let savesID = answer != .unhandled && (tree.persistsAnything || !services.isEmpty)
      let (patch, effects, saved) = publish(
        for: request, acknowledging: savesID ? known : nil, isWritten: isWritten)
      if !isWritten { saveAfterWriting(known, saved.ticket) }
      let outcome = Outcome(delivery, patch: patch, version: version, effects: effects)
      work.note(outcome, patch)
      if let known {
        for limit in replies.keep(outcome, of: known, at: siteClock.now) { metrics.rejections.add(to: limit) }
      }
      return withExtendedLifetime(patch) {
        eventReply(response(to: event, outcome, reply, request), saved, request)
      }
    } catch {
      metrics.refused(error)
      return EventReply(.problem(error, for: request, in: problemFrame))
    }
  }

  /// The reply, which waits for the save if that waits.
  private func eventReply(_ response: Response, _ saved: Saved, _ request: Request) -> EventReply {
    if let failure = saved.failure { return EventReply(.problem(failure, for: request, in: problemFrame)) }
    if let ticket = saved.ticket { wait(for: ticket) }
    return EventReply(response, written: work.written, save: saved.ticket)
  }

  /// Saves an event when the tasks that write it have ended.
  private func saveAfterWriting(_ event: PersistedEvent?, _ ticket: SaveTicket?) {
    let written = work.written
    work.afterWriting(event) { instance in
      if let event, let outcome = instance.work.outcome(ofWritten: written) {
        instance.replies.update(outcome, of: event)
      }
      if let ticket { instance.persistence.queue?.release(ticket) }
      // What the tasks have changed too, in one transaction.
      instance.persistence.queue?.commit()
    }?(self)
  }

  /// The sender of a request, to recognise repeats: its browser, or its address if it has no cookie.
  private func sender(of request: Request) -> String { browser ?? request.browser ?? request.remoteAddress }

  /// Refuses an id that another client of the same address may also send. Clients behind one proxy may share an
  /// address, and an event with a used id has no effect.
  private func checkID(_ id: String?, _ request: Request) throws(HTTPError) {
    guard let id, browser == nil, request.browser == nil, id.utf8.count < Self.shortestID else { return }
    throw HTTPError(
      .unprocessable,
      "Without a cookie, the event's id must have \(Self.shortestID) to 128 bytes; keep the cookie, or send a UUID.",
      field: WireName.id)
  }

  private static let shortestID = 16

  /// An event may require that the page is still at the version that its sender saw.
  private func checkVersion(_ event: EventRequest, _ request: Request) throws(HTTPError) {
    if let seen = event.version, seen != version.description {
      throw missed(since: seen, .conflict, WireName.seenVersion)
    }
    guard request.headers.contains(.ifMatch) else { return }
    let tags = PageHead.treeTags(version)
    guard request.mayChange(tags.plain) || request.mayChange(tags.gzip) else {
      let seen = request.headers.list(of: .ifMatch).flatMap { EntityTag(parsing: $0) }.map(PageHead.version)
      throw missed(since: seen, .preconditionFailed, "If-Match")
    }
  }

  /// The error, with the changes that its client has not seen yet, if they are short.
  private func missed(since seen: String?, _ code: HTTPError.Code, _ field: String) -> HTTPError {
    let (detail, since) = ("The page is now at version \(version); read it again.", seen.flatMap { Version($0) })
    let news = newsInError(since: .version(since))
    let error = HTTPError(
      code, news == nil ? detail + " The changes since then are too long to list here." : detail, field: field
    ).telling("version", .text(version.description))
    return news.map { error.telling("patches", .json(JSON.array($0).bytes)) } ?? error
  }

  /// The missed changes, as members of `catchUpDocument`; nil if they are long. A refusal must be cheap, whatever the
  /// request.
  private func newsInError(since: Since) -> [JSON]? {
    func entry(_ version: Version, _ event: ServerSentEvent, _ patch: JSON) -> JSON {
      ["version": .string(version.description), "event": .string(event.rawValue), "patch": patch]
    }
    let longest = 32 << 10
    switch publisher.catchUp(since: since, .jsonPatch, room: longest) {
    case .patches(let missed):
      guard missed.reduce(0, { $0 + publisher.frame(of: $1, .jsonPatch).count }) <= longest else { return nil }
      return missed.map { entry($0.version, .patch, JSONDialect.patch($0.changes)) }
    case .snapshot:
      guard publisher.snapshotFrame(.jsonPatch).count <= longest else { return nil }
      return [entry(version, .snapshot, JSONDialect.snapshot(tree.snapshot()))]
    }
  }

  /// Warns, in development, that no handler answers an event of a cell.
  private func warnOnce(of name: EventDescriptor, _ event: EventRequest, _ request: Request) {
    guard warnings?.unanswered.insert(name).inserted == true else { return }
    warn("no handler answers \(name) of \"\(event.node)\"; it is declared at \(name.place)", for: request)
  }

  /// Warns, in development, that an event takes any integer, even one that the page did not have at the start.
  private func warnOfIntegers(_ delivery: Delivery, _ request: Request) {
    guard warnings?.unbounded.contains(delivery.event) == false, let warning = delivery.warningOfIntegers else {
      return
    }
    warnings?.unbounded.insert(delivery.event)
    warn(warning, for: request)
  }

  /// Logs, at the level debug, where the source declares the command that an event ran.
  private func note(_ event: EventRequest, _ place: String, _ request: Request) {
    log.write(.debug, "command") {
      $0.add("page", page.path)
      $0.add("node", event.node)
      $0.add("command", event.event)
      $0.add("place", place)
      $0.add("id", request.id)
    }
  }
}

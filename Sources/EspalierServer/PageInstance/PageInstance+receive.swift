import EspalierHTTP
import Espalier

extension PageInstance {
  /// Delivers an event and replies with its outcome. A repeated event with the same id gets the outcome of the first.
  /// An error means that nothing has changed, except the error that a change could not be saved. The reply waits for
  /// what it tells to be saved.
  func receive(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> EventReply {
    var answer = handle(event, request, reply)
    if !answer.tellsNothing, publisher.isHolding, let seen = underWay, seen !== answer.save {
      wait(for: seen)
      answer.seen = seen
    }
    return answer
  }

  private func handle(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> EventReply {
    // A page that stays open sends many events from one load, so a load identifies an event only if the reply loads
    // the page again.
    let id = event.id ?? (reply == .redirect ? event.idByLoad : nil) ?? request.way.eventID
    CrashNote.event(event.sent.name, id: id, from: event.sent.address, request)
    do throws(HTTPError) {
      try checkID(event.id, request)
      if let id { try surroundings.closedPages.check(event: id, of: name.owner) }
      let known = id.map { PersistedEvent(id: $0, sender: sender(of: request), fingerprint: event.fingerprint) }
      if let known, let first = try first(known) {
        metrics.events.add(to: .repeated)
        work.recall(known)
        return eventReply(response(to: event, first, reply, request), saveAgain(known, for: request), request)
      }
      if known != nil, let age = event.age { try replies.checkAge(age, at: siteClock.now) }
      try checkVersion(event, request)
      wake()
      work.forgetRecent()
      let start = ContinuousClock.now
      let poster = request.requester
      defer {
        if !isOwned { surroundings.eventRates.charge(poster, .now - start) }
        reportIfSlow(since: start) {
          $0.add("event", event.sent.name)
          $0.add("node", event.sent.address)
          $0.add("id", request.id)
        }
      }
      let services = services(of: request.visitor)
      let turns = surroundings.services.turns
      if !services.isEmpty { turns.begin() }
      defer { if !services.isEmpty { turns.end() } }
      let (delivery, turn) = try turn(receiving: event, as: known?.key, request, isTraced: reply == .receipt)
      let answer = EventOutcome(delivery)
      metrics.events.add(to: answer)
      if answer == .unhandled { warnOnce(of: delivery.event, event, request) }
      warnOfIntegers(delivery, request)
      if let place = delivery.command { note(event, place, request) }
      let savesID = answer != .unhandled && (state.persistsAnything || !services.isEmpty)
      let (patch, effects, saved) = perform(turn, for: request, acknowledging: savesID ? known : nil)
      if event.sent.name == WireName.visibility { noteReport(of: client(of: request).viewerName) }
      // What the event stands for may be written elsewhere, by tasks that have begun now. The event is saved and
      // acknowledged when they have ended, so that it is handled again if the server ends before.
      if turn.holdsReply { saveAfterWriting(known, saved.ticket) }
      let outcome = Outcome(delivery, patch: patch, version: version, effects: effects)
      work.note(outcome, patch)
      if let known {
        for limit in replies.keep(outcome, of: known, at: siteClock.now) { metrics.rejections.add(to: limit) }
      }
      defer { extendLifetime(patch) }
      return eventReply(response(to: event, outcome, reply, request), saved, request)
    } catch {
      metrics.refused(error)
      return EventReply(.problem(error, for: request, in: problemFrame))
    }
  }

  /// The outcome of the first event with this id, if it was handled. What the store does not have yet is not forgotten.
  private func first(_ event: PersistedEvent) throws(HTTPError) -> Outcome? {
    try replies.first(event) ?? (persistence.lacks(event) ? Outcome() : nil)
  }

  /// Delivers an event. `key` identifies it also after a restart.
  private func turn(
    receiving event: EventRequest, as key: String?, _ request: Request, isTraced: Bool
  ) throws(HTTPError) -> (delivery: Delivery, turn: Turn) {
    var sent = event.sent
    (sent.isTraced, sent.key, sent.client, sent.visitor) = (isTraced, key, client(of: request), request.visitor)
    do throws(DeliveryError) {
      return try request.requester.run { () throws(DeliveryError) in
        try tree.turn(receiving: sent) { event throws(DeliveryError) in
          try surroundings.eventLimits.admit(event, request)
        }
      }
    } catch {
      throw HTTPError(error, to: event)
    }
  }

  /// The reply, which waits for the save if that waits.
  private func eventReply(_ response: Response, _ saved: Saved, _ request: Request) -> EventReply {
    if let failure = saved.failure {
      var refusal = EventReply(.problem(failure, for: request, in: problemFrame))
      refusal.tellsNothing = true
      return refusal
    }
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

  /// The client that sends an event.
  private func client(of request: Request) -> EventSender {
    EventSender(
      browser: request.visitor?.services?.browser ?? request.browser ?? browser, address: request.remoteAddress)
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
    warn("no handler answers \(name) of \"\(event.sent.address)\"; it is declared at \(name.place)", for: request)
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
      $0.add("node", event.sent.address)
      $0.add("command", event.sent.name)
      $0.add("place", place)
      $0.add("id", request.id)
    }
  }
}

/// The reply to an event.
extension PageInstance {
  func response(
    to event: EventRequest, _ outcome: Outcome, _ reply: PageReply, _ request: Request
  ) -> Response {
    var headers = links.event
    // A client of the JSON API that repeats an event whose changes were forgotten gets the whole page as it is now.
    let isWhole = reply == .jsonPatch && outcome.lacksPatch
    let version = (isWhole ? version : outcome.version ?? version).description
    headers.append(.etag, EntityTag(version).description)
    let type: MediaType
    let body: [UInt8]
    switch reply {
    case .redirect,
      .turbo where outcome.effects.target != nil || outcome.effects.haveDialog:
      surroundings.notices.add(notices(outcome.effects), for: request.browser ?? browser, at: siteClock.now)
      let all = (outcome.patch?.changes.effects ?? []) + outcome.effects
      let place = all.last { $0.address != nil }?.address ?? event.sent.address
      // A browser gives the focus to an element with `autofocus` only if the URL has no fragment (WHATWG HTML 6.6.7).
      let end = outcome.effects.haveDialog ? "" : "#\(fragment(of: place))"
      headers[.location] = outcome.effects.target ?? url.page(named: refusesCookies(request, event)) + end
      return Response(.seeOther, headers: headers)
    case .receipt:
      let prefix = surroundings.prefix
      let instance = JSONObject([("instance", .string(id)), ("events", .string(prefix.added(to: url.events)))])
      let receipt = Receipt.document(
        outcome.delivery, version: version, instance: instance, changes: outcome.patch?.changes,
        effects: outcome.effects, prefix: prefix)
      (type, body) = (.json, receipt.line)
    case .jsonPatch:
      let patch = outcome.patch.map { publisher.body(of: $0, .jsonPatch) }
      (type, body) = (.jsonPatch, isWhole ? publisher.snapshotBody(.jsonPatch) : patch ?? noOperations)
    case .domPatch: (type, body) = (.domPatch, domBody(outcome))
    case .turbo:
      // Otherwise Turbo would apply the same change twice.
      (type, body) = (.turboStream, followsByTurbo(request.browser) ? [] : turboBody(outcome))
    }
    headers.append(.contentType, type.description)
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  /// The response after the tasks that the event started: they may lead somewhere else, or have something to say.
  /// Tasks that write have it for every sender, others for a plain form.
  func afterWork(_ first: EventReply, to event: EventRequest, _ reply: PageReply, _ request: Request) -> Response {
    switch first.seen?.outcome {
    case .refused: return .problem(.moved, for: request)
    case .waiting: return .problem(.unfinished, for: request, in: problemFrame)
    case .failed where persistence.queue?.awaitsFailed == true:
      return .problem(.unfinished, for: request, in: problemFrame)
    case .failed, .saved, nil: break
    }
    if let ticket = first.save {
      let saved = Saved(ticket)
      if let failure = saved.failure ?? saved.ticket.map({ _ in .unfinished }) {
        return .problem(failure, for: request, in: problemFrame)
      }
    }
    var response = first.response
    if let outcome = work.outcome(ofWritten: first.written) {
      response = self.response(to: event, outcome, reply, request)
    }
    guard response.status == .seeOther else { return response }
    let effects = work.takeEffects()
    surroundings.notices.add(notices(effects), for: request.browser ?? browser, at: siteClock.now)
    return effects.target.map { response.with(.location, $0) } ?? response
  }

  /// What a browser without JavaScript sees on the next page that it loads. A dialog is on this page only.
  private func notices(_ effects: [Effect]) -> [Notice] {
    effects.compactMap { effect in
      switch effect {
      case .notice(let text): .text(text)
      case .dialog(let dialog): .dialog(dialog, instance: id)
      default: nil
      }
    }
  }

  private func domBody(_ outcome: Outcome) -> [UInt8] {
    if outcome.effects.isEmpty || outcome.lacksPatch {
      guard let patch = outcome.patch else { return noOperations }
      return publisher.body(of: patch, .dom)
    }
    return publisher.dialects.patch((outcome.patch?.changes ?? ChangeSet()).adding(outcome.effects), in: .dom)
  }

  /// Turbo would not ask for a missing patch, so it gets a snapshot instead.
  private func turboBody(_ outcome: Outcome) -> [UInt8] {
    if outcome.lacksPatch { return ServerSentEvent.data(of: publisher.snapshotFrame(.turbo)) }
    return outcome.patch.map { publisher.body(of: $0, .turbo) } ?? []
  }

  /// Whether a browser gets every change through a Turbo stream.
  private func followsByTurbo(_ browser: String?) -> Bool {
    browser.map { publisher.isFollowed(by: $0, in: .turbo) } ?? false
  }

  /// Whether a browser got the cookie and the number of its page's load, but sends back only the number.
  private nonisolated func refusesCookies(_ request: Request, _ event: EventRequest) -> Bool {
    request.browser == nil && event.instance(in: request) == id
  }

  private nonisolated var noOperations: [UInt8] { Array("[]".utf8) }

  /// An address, escaped for a URL. If an event is only repeated, nothing has checked that `event.sent.address` is an address.
  private nonisolated func fragment(of address: String) -> String {
    let keys = address.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, key) in keys.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "/")) }
      bytes.append(percentEncoding: String(Substring(key)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The reply to an event, which tasks that write the event may complete.
struct EventReply: Sendable {
  let response: Response
  /// The number of the event among those that are written; nil if nothing is.
  let written: Int?
  /// The save of the event, if the reply waits for it.
  let save: SaveTicket?
  /// The save of what the page showed before, if the reply waits for it.
  var seen: SaveTicket?
  /// Whether it tells nothing of the page.
  var tellsNothing = false

  init(_ response: Response, written: Int? = nil, save: SaveTicket? = nil) {
    (self.response, self.written, self.save) = (response, written, save)
  }
}

extension HTTPError {
  /// The event is still being written after the time that a reply may take.
  fileprivate static var unfinished: HTTPError {
    HTTPError(
      .unavailable,
      """
      The server has handled the event, but what it writes is not saved yet. Repeat the event with the same id to learn \
      when it is: it has no second effect.
      """)
  }
}

extension [Effect] {
  /// The last page to which the effects lead; nil if they lead nowhere.
  fileprivate var target: String? {
    for case .navigate(let url) in reversed() { return url }
    return nil
  }

  fileprivate var haveDialog: Bool { contains { if case .dialog = $0 { true } else { false } } }
}

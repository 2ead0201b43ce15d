import EspalierHTTP
import Espalier

extension PageInstance {
  /// Delivers an event and says what became of it. A repeat of an event with an id gets what became of the first. An
  /// error changes nothing, but for the one that says so: that a change could not be saved.
  func receive(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> Response {
    CrashNote.event(event.event, from: event.node, request)
    do throws(HTTPError) {
      // A page that stays open sends many events from one load; who is sent back to the page loads it anew.
      let id = event.id ?? (reply == .redirect ? event.idByLoad : nil)
      try checkID(event.id, request)
      let known = id.map { PersistedEvent(id: $0, sender: sender(of: request), fingerprint: event.fingerprint) }
      if let known, let first = try replies.first(known) {
        metrics.events.add(to: .repeated)
        // What could not be saved the first time is tried again.
        if let failure = publish(for: request).failure, persistence.unsaved.contains(known) {
          return .problem(failure, for: request, in: problemFrame)
        }
        return response(to: event, first, reply, request)
      }
      try checkVersion(event, request)
      work.forgetRecent()
      let start = ContinuousClock.now
      defer {
        reportIfSlow(since: start) {
          $0.add("event", event.event)
          $0.add("node", event.node)
          $0.add("id", request.id)
        }
      }
      let delivery: Delivery
      do {
        delivery = try tree.receive(
          event.event, from: event.node, data: event.data, fromForm: event.isForm, traced: reply == .receipt)
      } catch {
        throw HTTPError(error, to: event)
      }
      let answer = EventOutcome(delivery)
      metrics.events.add(to: answer)
      if answer == .unhandled { warnOnce(of: delivery.event, event, request) }
      warnOfIntegers(delivery, request)
      if let place = delivery.command { note(event, place, request) }
      let (patch, effects, failure) = publish(for: request, acknowledging: known)
      let outcome = Outcome(delivery, patch: patch, version: version, effects: effects)
      if let known {
        for limit in replies.keep(outcome, of: known) { metrics.rejections.add(to: limit) }
      }
      if let failure { return .problem(failure, for: request, in: problemFrame) }
      return response(to: event, outcome, reply, request)
    } catch {
      metrics.refused(error)
      return .problem(error, for: request, in: problemFrame)
    }
  }

  /// Who sent a request, as far as repeats go: a browser, or the address of one that has no cookie.
  private func sender(of request: Request) -> String { browser ?? request.browser ?? request.remoteAddress }

  /// Refuses an id that another client of the same address may send as well. Clients behind one proxy may share an address, and an id that
  /// was used is answered without an effect.
  private func checkID(_ id: String?, _ request: Request) throws(HTTPError) {
    guard let id, browser == nil, request.browser == nil, id.utf8.count < Self.shortestID else { return }
    throw HTTPError(
      .unprocessable,
      "Without a cookie the event's id must have \(Self.shortestID) to 128 bytes; keep the page's cookie, or send a UUID.",
      field: WireName.id)
  }

  private static let shortestID = 16

  /// An event may ask to count only at the version that its sender saw.
  private func checkVersion(_ event: EventRequest, _ request: Request) throws(HTTPError) {
    if let seen = event.version, seen != version.description {
      throw missed(since: seen, .conflict, WireName.seenVersion)
    }
    guard request.mayChange(EntityTag(version.description)) else {
      let seen = request.headers.list(of: .ifMatch).flatMap { EntityTag(parsing: $0) }?.value
      throw missed(since: seen, .preconditionFailed, "If-Match")
    }
  }

  /// The error, with what its client has not seen yet, if that is short.
  private func missed(since seen: String?, _ code: HTTPError.Code, _ field: String) -> HTTPError {
    let (detail, since) = ("The page is at version \(version) by now; read it again.", seen.flatMap { Version($0) })
    let news = newsInError(since: .version(since))
    let error = HTTPError(
      code, news == nil ? detail + " What changed since is too long to stand here." : detail, field: field
    ).telling("version", .text(version.description))
    return news.map { error.telling("patches", .json(JSON.array($0).bytes)) } ?? error
  }

  /// What was missed, as members of `catchUpDocument`; nil where that is long. A refusal is to be cheap, however it was asked for.
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

  /// Says, in development, that nobody answers an event of a cell.
  private func warnOnce(of name: EventDescriptor, _ event: EventRequest, _ request: Request) {
    guard warnings?.unanswered.insert(name).inserted == true else { return }
    warn("nobody answers \(name) of \"\(event.node)\"; it was declared at \(name.place)", for: request)
  }

  /// Says, in development, that an event takes any integer: also one that the page did not have at the start.
  private func warnOfIntegers(_ delivery: Delivery, _ request: Request) {
    guard warnings?.unbounded.contains(delivery.event) == false, let warning = delivery.warningOfIntegers else {
      return
    }
    warnings?.unbounded.insert(delivery.event)
    warn(warning, for: request)
  }

  /// Says, when debugging, where the command was written that an event ran.
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

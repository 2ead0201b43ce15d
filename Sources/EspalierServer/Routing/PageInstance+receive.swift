import Espalier

extension PageInstance {
  /// Delivers an event and says what became of it. A repeat of an event with an id gets what became of the first. An
  /// error changes nothing, but for the one that says so: that a change could not be kept.
  func receive(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> Response {
    do throws(HTTPError) {
      // A page that stays open sends many events from one load; who is sent back to the page loads it anew.
      let id = event.id ?? (reply == .redirect ? event.idByLoad : nil)
      let known = id.map { KeptEvent(id: $0, browser: browser ?? request.browser) }
      if let known, let first = try outcomes.first(known, event) {
        metrics.events.add(to: .repeated)
        // What could not be kept the first time is tried again.
        if let failure = publish(for: request, acknowledging: known).failure { return .problem(failure, for: request) }
        return response(to: event, first, reply, request)
      }
      if let known, outcomes.isFromBefore(known) {
        metrics.events.add(to: .repeated)
        return response(to: event, Outcome(delivery: nil, patch: nil, version: version), reply, request)
      }
      try checkVersion(event, request)
      work.forgetRecent()
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
      if let place = delivery.command { note(event, place, request) }
      let (patch, effects, failure) = publish(for: request, acknowledging: known)
      let outcome = Outcome(delivery: delivery, patch: patch, version: version, effects: effects)
      if let known { outcomes.keep(outcome, of: known, event) }
      if let failure { return .problem(failure, for: request) }
      return response(to: event, outcome, reply, request)
    } catch {
      metrics.refused(error)
      return .problem(error, for: request)
    }
  }

  /// An event may ask to count only at the version that its sender saw.
  private func checkVersion(_ event: EventRequest, _ request: Request) throws(HTTPError) {
    let now = "The page is at version \(version) by now; read it again."
    if let seen = event.version, seen != version.description {
      throw missed(since: seen, HTTPError(.conflict, now, field: WireName.seenVersion))
    }
    guard request.mayChange(EntityTag(version.description)) else {
      let seen = request.headers.list(of: .ifMatch).flatMap { EntityTag(parsing: $0) }?.value
      throw missed(since: seen, HTTPError(.preconditionFailed, now, field: "If-Match"))
    }
  }

  /// The error, with what its client has not seen yet: the members of `catchUpDocument`.
  private func missed(since seen: String?, _ error: HTTPError) -> HTTPError {
    let document = catchUpDocument(since: .version(seen.flatMap { Version($0) }), .jsonPatch)
    guard case .object(let object)? = try? JSON(parsing: document, depth: 512) else { return error }
    return object.members.reduce(error) { $0.telling($1.name, $1.value) }
  }

  /// Says, in development, that nobody answers an event of a cell.
  private func warnOnce(of name: EventName, _ event: EventRequest, _ request: Request) {
    guard unanswered?.insert(name).inserted == true else { return }
    warn("nobody answers \(name) of \"\(event.node)\"; it was declared at \(name.place)", for: request)
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

import Espalier

extension PageInstance {
  /// Where curl and other clients without cookies go on: the instance, its events and its patches.
  nonisolated var links: Headers {
    let instance = "?\(WireName.instance)=\(id)"
    return [
      .instance: id,
      .link: "<\(page.events)\(instance)>; rel=\"events\", <\(page.patches)\(instance)>; rel=\"patches\"",
      .vary: "Accept, Cookie", .cacheControl: "private, no-cache",
    ]
  }

  /// The page: as HTML around the list, or as the JSON tree.
  func show(_ request: Request, _ format: MediaType, _ view: PageView, shell: PageShell) -> Response {
    // Who reads the page sees all that has happened.
    if tree.hasChanges { pushWaiting() }
    // Two representations need two names, or a cache could take one for the other (RFC 9110 section 8.8.3).
    let isHTML = format.isSame(as: .html)
    // A page is used up by the event that it sends: the next load must have another number.
    let name = view == .full ? "\(version)-full" : version.description
    let tag = EntityTag(isHTML ? "\(name)-\(shell.fingerprint)-\(receipts.count)" : name, isWeak: isHTML)
    var headers = links
    headers[.etag] = tag.description
    if request.alreadyHas(tag) { return Response(.notModified, headers: headers) }
    let body =
      switch view {
      case .live: isHTML ? document(listsHTML(shell.regions), in: shell) : JSONDialect.document(tree.snapshot()).line
      case .full: export(isHTML ? shell : nil)
      }
    headers[.contentType] = format.description
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  /// The page as a whole, in its shell or as JSON. What its hooks changed and left so is published.
  private func export(_ shell: PageShell?) -> [UInt8] {
    defer { pushWaiting() }
    let root = tree.export()
    guard let shell else { return JSONDialect.document(root).line }
    return document(markup(of: root, shell.regions, live: nil), in: shell)
  }

  private func document(_ lists: [PageMarkup], in shell: PageShell) -> [UInt8] {
    shell.around(lists, version: version, load: RandomID.short())
  }

  /// Delivers an event and says what became of it. A repeat of an event with an id gets what became of the first. An
  /// error changes nothing, but for the one that says so: that a change could not be kept.
  func receive(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> Response {
    do throws(HTTPError) {
      // A page that stays open sends many events from one load; who is sent back to the page loads it anew.
      let id = event.id ?? (reply == .redirect ? event.idByLoad : nil)
      let sender = id.map { Receipts.Sender(id: $0, browser: browser ?? request.cookies[BrowserCookie.name]) }
      let kept = sender.map { KeptEvent(id: $0.id, browser: $0.browser) }
      if let sender, let first = try receipts.outcome(of: event, from: sender) {
        metrics.events.add(to: .repeated)
        // What could not be kept the first time is tried again.
        if let failure = publish(for: request, acknowledging: kept).failure { return .problem(failure, for: request) }
        return response(to: event, first, reply, request)
      }
      if let sender, receipts.isFromBefore(sender) {
        metrics.events.add(to: .repeated)
        return response(to: event, Outcome(delivery: nil, patch: nil, version: version), reply, request)
      }
      try checkVersion(event, request)
      work.forgetRecent()
      let delivery = try deliver(event, traced: reply == .receipt)
      metrics.events.add(to: EventOutcome(delivery))
      if let place = delivery.command { note(event, place, request) }
      let (patch, effects, failure) = publish(for: request, acknowledging: kept)
      let outcome = Outcome(delivery: delivery, patch: patch, version: version, effects: effects)
      if let sender, receipts.keep(outcome, of: event, from: sender) { metrics.rejections.add(to: .receipts) }
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

  private func deliver(_ event: EventRequest, traced: Bool) throws(HTTPError) -> Delivery {
    do {
      return try tree.receive(
        event.event, from: event.node, data: event.data, fromForm: event.isForm, traced: traced)
    } catch {
      switch error {
      case .unknownNode(let address):
        throw HTTPError(
          .unknownNode, "There is no cell \"\(address)\" in this page now; read the page again.",
          field: WireName.node, status: .gone)
      case .unknownEvent(let label, let known):
        let others = known.isEmpty ? "it sends none" : "it sends: \(known.joined(separator: ", "))"
        throw HTTPError(
          .unknownEvent, "The cell \"\(event.node)\" sends no event \"\(label)\"; \(others).", field: WireName.event,
          status: .unprocessableContent)
      case .unreportedSight(let address):
        throw HTTPError(
          .unknownEvent, "The node \"\(address)\" does not ask whether it is in view.",
          field: "\(WireName.data).appeared", status: .unprocessableContent)
      case .payload(let payload):
        throw HTTPError(
          .badPayload, "The data of \"\(event.event)\" does not fit: \(payload).", field: payload.field,
          status: .badRequest)
      }
    }
  }

  private func response(
    to event: EventRequest, _ outcome: Outcome, _ reply: PageReply, _ request: Request
  ) -> Response {
    var headers = links
    headers[.cacheControl] = "no-store"
    headers[.etag] = EntityTag(outcome.version.description).description
    let type: MediaType
    let body: [UInt8]
    switch reply {
    case .redirect:
      headers[.location] =
        "\(page.path)\(query(after: event, request))#\(fragment(of: outcome.effects.last?.address ?? event.node))"
      return Response(.seeOther, headers: headers)
    case .receipt:
      let instance = JSONObject([("instance", .string(id)), ("events", .string(eventsURL))])
      let receipt = Receipt.document(
        outcome.delivery, version: outcome.version.description, instance: instance, changes: outcome.patch?.changes,
        effects: outcome.effects)
      (type, body) = (.json, receipt.line)
    case .jsonPatch: (type, body) = (.jsonPatch, outcome.patch?.body(.jsonPatch, dialects) ?? noOperations)
    case .domPatch: (type, body) = (.domPatch, domBody(outcome))
    case .turbo:
      // Turbo would take the same change twice.
      let patch = followsByTurbo(request.cookies[BrowserCookie.name]) ? nil : outcome.patch
      (type, body) = (.turboStream, patch?.body(.turbo, dialects) ?? [])
    }
    headers[.contentType] = type.description
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  private func domBody(_ outcome: Outcome) -> [UInt8] {
    if outcome.effects.isEmpty { return outcome.patch?.body(.dom, dialects) ?? noOperations }
    return dialects.patch((outcome.patch?.changes ?? ChangeSet()).adding(outcome.effects), in: .dom)
  }

  /// Whether a browser hears of every change by a Turbo stream.
  private func followsByTurbo(_ browser: String?) -> Bool {
    browser != nil && viewers.values.contains { $0.dialect == .turbo && $0.browser == browser }
  }

  /// What a browser needs to find its tree again: its tab, and where it keeps no cookies the instance.
  private nonisolated func query(after event: EventRequest, _ request: Request) -> String {
    var parts: [String] = []
    if let tab = name.owner.tab { parts.append("\(WireName.tab)=\(tab)") }
    // It has been given both, and brings but one of them back.
    let refusesCookies = request.browser == nil && event.instance(in: request) == id
    if isOwned && refusesCookies { parts.append("\(WireName.instance)=\(id)") }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }

  /// Where the patches of this instance are, as its page has it.
  nonisolated var ownPatches: String {
    guard isOwned else { return page.patches }
    let tab = name.owner.tab.map { "&\(WireName.tab)=\($0)" } ?? ""
    return "\(page.patches)?\(WireName.instance)=\(id)\(tab)"
  }

  private nonisolated var eventsURL: String { "\(page.events)?\(WireName.instance)=\(id)" }

  private nonisolated var noOperations: [UInt8] { Array("[]".utf8) }

  /// An address as it stands in a URL. Where an event is only repeated, nobody has looked whether its sender is one.
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

extension HeaderName {
  /// `Espalier-Instance`: the id of the page instance.
  static let instance: HeaderName = "Espalier-Instance"
}

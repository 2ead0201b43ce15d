import Espalier

extension PageInstance {
  /// Where curl and other clients without cookies go on: the instance, its events and its patches.
  nonisolated var links: Headers {
    let instance = "?\(WireName.instance)=\(id)"
    return [
      .instance: id,
      .link: "<\(page.events)\(instance)>; rel=\"events\", <\(page.patches)\(instance)>; rel=\"patches\"",
      .vary: "Accept, Cookie", .cacheControl: "no-cache",
    ]
  }

  /// The page: as HTML around the list, or as the JSON tree.
  func show(_ request: Request, _ format: MediaType, shell: PageShell) -> Response {
    let tag = EntityTag(version.description, isWeak: format.isSame(as: .html))
    var headers = links
    headers[.etag] = tag.description
    if request.alreadyHas(tag) { return Response(.notModified, headers: headers) }
    let body = format.isSame(as: .html) ? shell.around(regionHTML()) : JSONDialect.document(tree.snapshot()).line
    headers[.contentType] = format.description
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  /// Delivers an event and says what became of it. An error changes nothing.
  func receive(_ event: EventRequest, _ request: Request, _ reply: PageReply) -> Response {
    if let id = event.id, let stored = receipts[id] { return stored }
    do throws(HTTPError) {
      if let seen = event.version, seen != version.description { throw staleVersion() }
      let delivery = try deliver(event, traced: reply == .receipt)
      let response = self.response(to: event, delivery, publish(), reply)
      if let id = event.id { receipts.keep(response, for: id) }
      return response
    } catch {
      return .problem(error, for: request)
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
      case .payload(let payload):
        throw HTTPError(
          .badPayload, "The data of \"\(event.event)\" does not fit: \(payload).", field: payload.field,
          status: .badRequest)
      }
    }
  }

  private func staleVersion() -> HTTPError {
    HTTPError(.conflict, "The page is at version \(version) by now; read it again.", field: WireName.seenVersion)
  }

  private func response(
    to event: EventRequest, _ delivery: Delivery, _ patch: Patch?, _ reply: PageReply
  ) -> Response {
    var headers = links
    headers[.cacheControl] = "no-store"
    headers[.etag] = EntityTag(version.description).description
    let type: MediaType
    let body: [UInt8]
    switch reply {
    case .redirect:
      headers[.location] = "\(page.path)#\(event.node)"
      return Response(.seeOther, headers: headers)
    case .receipt:
      type = .json
      let instance = JSONObject([("instance", .string(id)), ("events", .string(eventsURL))])
      body =
        Receipt.document(
          delivery, version: version.description, instance: instance, changes: patch?.changes
        ).line
    case .jsonPatch: (type, body) = (.jsonPatch, patch?.body(.jsonPatch, dom) ?? noOperations)
    case .domPatch: (type, body) = (.domPatch, patch?.body(.dom, dom) ?? noOperations)
    }
    headers[.contentType] = type.description
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  private nonisolated var eventsURL: String { "\(page.events)?\(WireName.instance)=\(id)" }

  private nonisolated var noOperations: [UInt8] { Array("[]".utf8) }
}

extension HeaderName {
  /// `Espalier-Instance`: the id of the page instance.
  static let instance: HeaderName = "Espalier-Instance"
}

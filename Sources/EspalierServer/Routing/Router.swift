import Espalier

/// From a request to its page: paths, methods and who is asking. Knows nothing of lists.
struct Router: Responder {
  let site: Site

  func respond(to request: Request, _ answer: Answer) {
    do {
      try route(request, answer)
    } catch {
      answer(refusal(error, request))
    }
  }

  private func refusal(_ error: HTTPError, _ request: Request) -> Response {
    site.metrics.note(error)
    return .problem(error, for: request)
  }

  func serverEnters(_ stage: ServerStage) { site.enter(stage) }

  private func route(_ request: Request, _ answer: Answer) throws(HTTPError) {
    if let reply = try own(request) {
      answer(reply)
    } else if let page = site.page(at: request.path) {
      try allow([.get, .head], request)
      try show(page, request, answer)
    } else if let page = site.page(ofEvents: request.path) {
      try allow([.post], request)
      try receive(page, request, disturbed(answer, to: request))
    } else if let page = site.page(ofPatches: request.path) {
      try allow([.get, .head], request)
      try follow(page, request, disturbed(answer, to: request))
    } else if let file = site.files.response(to: request) {
      answer(file)
    } else {
      throw HTTPError(.notFound, "There is nothing at \(request.path).")
    }
  }

  func allow(_ methods: [Method], _ request: Request) throws(HTTPError) {
    guard !methods.contains(request.method) else { return }
    let names = methods.map(\.rawValue).joined(separator: ", ")
    throw HTTPError(.methodNotAllowed, "\(request.path) answers \(names) only.", allow: methods)
  }

  private func show(_ page: Page, _ request: Request, _ answer: Answer) throws(HTTPError) {
    let format = try format(of: request)
    if format.isSame(as: .html), let redirect = try nameTab(page, request) {
      answer(redirect)
      return
    }
    let shell = try site.shell(of: page)
    let (instance, cookie) = try instance(of: page, request)
    instance.enter { instance in
      var response = instance.show(request, format, shell: shell)
      if let cookie { response.headers.append(.setCookie, cookie) }
      answer(response)
    }
  }

  /// HTML or JSON, by `Accept`; by `?format=` for people, whose browser always asks for HTML.
  private func format(of request: Request) throws(HTTPError) -> MediaType {
    switch request.query["format"] {
    case "json": return .json
    case "html": return .html
    case nil: break
    default: throw HTTPError(.unprocessable, "The format must be html or json.", field: "format")
    }
    guard let format = request.accept.best(of: [.html, .json]) else {
      throw HTTPError(.notAcceptable, "A page comes as text/html or application/json.", field: "Accept")
    }
    return format
  }

  func receive(_ page: Page, _ request: Request, _ answer: Answer) throws(HTTPError) {
    do {
      try deliver(page, request, answer, arrival: .now)
    } catch {
      site.metrics.refused(error)
      throw error
    }
  }

  private func deliver(
    _ page: Page, _ request: Request, _ answer: Answer, arrival: ContinuousClock.Instant
  ) throws(HTTPError) {
    try Origin.check(request)
    try checkRate(request, at: arrival)
    guard let reply = PageReply(request.accept) else {
      let offers = PageReply.offers.map(\.type.description).joined(separator: ", ")
      throw HTTPError(.notAcceptable, "An event is answered as one of: \(offers).", field: "Accept")
    }
    let event = try EventRequest(request, limits: site.limits)
    let (instance, cookie) = try instance(of: page, request, load: event.load)
    try Origin.check(event, request, of: instance)
    instance.enter { instance in
      var response = instance.receive(event, request, reply)
      if let cookie { response.headers.append(.setCookie, cookie) }
      instance.metrics.eventTime.observe(.now - arrival)
      // Whoever hears no patches should see the result on the page that is loaded next.
      instance.replyAfterWork(within: reply == .redirect ? site.limits.work : .zero) { [response] _ in
        answer(response)
      }
    }
  }

  private func follow(_ page: Page, _ request: Request, _ answer: Answer) throws(HTTPError) {
    guard let type = request.accept.best(of: [.eventStream, .json]) else {
      throw HTTPError(.notAcceptable, "Patches come as text/event-stream or application/json.", field: "Accept")
    }
    let isDocument: Bool
    switch request.query["format"] {
    case "json": isDocument = true
    case nil: isDocument = type.isSame(as: .json)
    default: throw HTTPError(.unprocessable, "The format of patches must be json.", field: "format")
    }
    let dialect = try dialect(of: request, default: isDocument ? .jsonPatch : .dom)
    let since = try Since(request)
    let wait = try wait(of: request)
    guard namesInstance(of: page, request) else {
      throw HTTPError(
        .unknownNode, "Name the page instance, as the Link header of \(page.path) does: nobody else could reach it.",
        field: WireName.instance, status: .notFound)
    }
    let (instance, _) = try instance(of: page, request)
    let known = request.browser ?? instance.browser
    // A browser must be told apart: for Turbo, which knows of no versions, so that it hears of its own changes once; and so that its
    // streams can be counted.
    let browser = known ?? RandomID.next()
    let cookie = known == nil ? try BrowserCookie.make(browser, for: request) : nil
    guard instance.audience.count < site.limits.viewers else {
      throw HTTPError(.unavailable, "This page has as many viewers as it may have; try again later.").crossing(.viewers)
    }
    instance.enter { instance in
      let headers = instance.links
      // Asked in the lane: whoever comes after the goodbyes must not wait for one.
      let isStopping = site.stage.withLock { $0 == .stopping }
      if isDocument {
        let wait = isStopping || request.method == .head ? .zero : wait
        instance.reply(since: since, within: wait) { instance in
          let body = instance.catchUpDocument(since: since, dialect)
          answer(Response(.ok, headers: headers.with(type: .json), body: .bytes(body)))
        }
      } else if request.method == .head {
        answer(Response(.ok, headers: headers.with(type: .eventStream)))
      } else if isStopping {
        answer(.problem(.stopping, for: request))
      } else {
        do throws(HTTPError) {
          let stream = try openStream(for: browser)
          instance.attach(Viewer(stream: stream, dialect: dialect, browser: browser), since: since)
          var response = Response.events(stream)
          for name in [HeaderName.instance, .link] { response.headers[name] = headers[name] }
          if let cookie { response.headers.append(.setCookie, cookie) }
          answer(response)
        } catch {
          answer(refusal(error, request))
        }
      }
    }
  }

  /// How long a request for patches may wait for one, in whole seconds; not at all if it says nothing.
  private func wait(of request: Request) throws(HTTPError) -> Duration {
    guard let text = request.query[WireName.wait] else { return .zero }
    guard let seconds = Int(text), seconds >= 0, .seconds(seconds) <= site.limits.wait else {
      throw HTTPError(
        .unprocessable, "The field \"wait\" must be whole seconds, \(site.limits.wait / .seconds(1)) at most.",
        field: WireName.wait)
    }
    return .seconds(seconds)
  }

  private func dialect(of request: Request, default fallback: Dialect) throws(HTTPError) -> Dialect {
    guard let name = request.query[WireName.dialect] else { return fallback }
    guard let dialect = Dialect(rawValue: name) else {
      let known = Dialect.allCases.map(\.rawValue).joined(separator: ", ")
      throw HTTPError(.unprocessable, "The dialect must be one of: \(known).", field: WireName.dialect)
    }
    return dialect
  }
}

extension Headers {
  /// These headers with the type of what they stand above.
  fileprivate func with(type: MediaType) -> Headers {
    var headers = self
    headers[.contentType] = type.description
    return headers
  }
}

import Espalier

/// From a request to its page: paths, methods and who is asking. Knows nothing of lists.
struct Router: Responder {
  let site: Site

  func respond(to request: Request, _ answer: Answer) {
    do {
      try route(request, answer)
    } catch {
      site.metrics.note(error)
      answer(.problem(error, for: request))
    }
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
      try receive(page, request, answer)
    } else if let page = site.page(ofPatches: request.path) {
      try allow([.get, .head], request)
      try follow(page, request, answer)
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

  private func receive(_ page: Page, _ request: Request, _ answer: Answer) throws(HTTPError) {
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
    guard let reply = PageReply(request.accept) else {
      let offers = PageReply.offers.map(\.type.description).joined(separator: ", ")
      throw HTTPError(.notAcceptable, "An event is answered as one of: \(offers).", field: "Accept")
    }
    let event = try EventRequest(request, limits: site.limits)
    let (instance, cookie) = try instance(of: page, request)
    instance.enter { instance in
      var response = instance.receive(event, request, reply)
      if let cookie { response.headers.append(.setCookie, cookie) }
      instance.metrics.eventTime.observe(.now - arrival)
      answer(response)
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
    guard page.scope == .shared || browser(of: request) != nil || request.query[WireName.instance] != nil else {
      throw HTTPError(
        .unknownNode, "Name the page instance, as the Link header of \(page.path) does: nobody else could reach it.",
        field: WireName.instance, status: .notFound)
    }
    let (instance, _) = try instance(of: page, request)
    let known = browser(of: request)
    // Turbo knows of no versions: its browser must be told apart, so that it hears of its own changes once.
    let given = dialect == .turbo && known == nil ? RandomID.next() : nil
    let cookie = try given.map { (id) throws(HTTPError) in try SetCookie(BrowserCookie.name, id).headerValue() }
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
        let stream = EventStream(limit: site.limits.streamPending, heartbeat: ServerSentEvent.heartbeat)
        instance.attach(Viewer(stream: stream, dialect: dialect, browser: known ?? given), since: since)
        var response = Response.events(stream)
        for name in [HeaderName.instance, .link] { response.headers[name] = headers[name] }
        if let cookie { response.headers.append(.setCookie, cookie) }
        answer(response)
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

  /// The browser that asks, by its cookie.
  private func browser(of request: Request) -> String? {
    request.cookies[BrowserCookie.name].flatMap { RandomID.isValid($0) ? $0 : nil }
  }

  /// The page instance that the client means: by id, else by its browser's cookie. A browser that has none gets one.
  private func instance(
    of page: Page, _ request: Request
  ) throws(HTTPError) -> (PageInstance, cookie: String?) {
    let known = browser(of: request)
    if let id = request.query[WireName.instance] {
      guard let instance = try site.instance(id: id, of: page, for: known) else {
        throw HTTPError(
          .unknownNode, "There is no such page instance; read \(page.path) again.", field: WireName.instance,
          status: .notFound)
      }
      return (instance, nil)
    }
    switch page.scope {
    case .shared: return (try site.instance(of: page, for: nil), nil)
    case .browser:
      let browser = known ?? RandomID.next()
      let cookie = known == nil ? try SetCookie(BrowserCookie.name, browser).headerValue() : nil
      return (try site.instance(of: page, for: browser), cookie)
    }
  }
}

/// The cookie that tells browsers apart.
enum BrowserCookie {
  static let name = "espalier"
}

extension Headers {
  /// These headers with the type of what they stand above.
  fileprivate func with(type: MediaType) -> Headers {
    var headers = self
    headers[.contentType] = type.description
    return headers
  }
}

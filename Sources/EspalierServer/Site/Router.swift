import EspalierHTTP
import Espalier

/// Leads a request to its page by path, method and client. It knows nothing of lists. It is an object, because the steps
/// of a request hold it.
final class Router: Responder {
  let site: SiteCore
  /// Paths that development tools answer.
  let tools: [ToolPath]
  let filter: (any AnswerFilter)?
  /// The paths of the server itself, except those of its health.
  let exposedPaths: [String]
  var identity: BrowserIdentity { BrowserIdentity(site: site) }

  init(site: SiteCore, tools: [ToolPath], filter: (any AnswerFilter)?) {
    (self.site, self.tools, self.filter) = (site, tools, filter)
    exposedPaths = site.access.paths
  }

  func respond(to request: Request, _ answer: Answer) {
    do {
      if let target = request.target.canonical {
        answer(Response(.permanentRedirect, headers: [.location: target]))
      } else {
        try CrashNote.routing(request) { () throws(HTTPError) in try route(request, answer) }
      }
    } catch {
      answer(refusal(error, request))
    }
  }

  func refusal(_ error: HTTPError, _ request: Request) -> Response {
    site.metrics.note(error)
    // Another site's page may have sent the request, without the cookie that the browser has.
    (request.sender as? Sender)?.withdraw()
    return .problem(error, for: request, in: site.problemFrame(for: request))
  }

  func serverEnters(_ stage: ServerStage) { site.enter(stage) }

  /// Answers a request to a site that has its host for itself.
  private func route(_ request: Request, _ answer: Answer) throws(HTTPError) {
    if let reply = immediateResponse(to: request) {
      answer(reply)
      return
    }
    if try answerOwn(request, answer) { return }
    try site.hosts.check(request, isPrivate: false)
    if let match = site.index.match(request.segments) {
      try lead(request, to: match, answer) { [self] answer, request throws(HTTPError) in
        try answerMatch(match, request, answer)
      }
    } else if request.plainPath != nil, let file = try file(for: request) {
      answer(file)
    } else if let notFound = site.notFound {
      try lead(request, answer) { [self] answer, request throws(HTTPError) in
        try answerPlace(.notFound(notFound), request, answer)
      }
    } else {
      throw nothing(at: request)
    }
  }

  /// What a request is for.
  private enum Place {
    case page(PageLocation, PageLocation.Part)
    case routes([Method: Route], PathIndex<SitePlace>.Match)
    case notFound(NotFound)
  }

  private func answerMatch(
    _ match: PathIndex<SitePlace>.Match, _ request: Request, _ answer: Answer
  ) throws(HTTPError) {
    switch match.target {
    case .routes(let routes): try answerPlace(.routes(routes, match), request, answer)
    case .page(let page, let part):
      let written = try match.location(of: page, query: request.query)
      switch part == .page ? .here(written) : try site.location(of: request, at: written) {
      case .here(let location): try answerPlace(.page(location, part), request, answer)
      case .asked(let ask):
        ask { [self] found in
          attempt(request, answer) { () throws(HTTPError) in
            try answerPlace(.page(try found.get(), part), request, answer)
          }
        }
      }
    }
  }

  /// Finds out who sent a request, and answers it.
  private func answerPlace(_ place: Place, _ request: Request, _ answer: Answer) throws(HTTPError) {
    switch try identity.decide(request) {
    case .here(let request): answerPlace(place, ofSender: request, answer)
    case .asked(let ask):
      ask { [self] decided in
        attempt(request, answer) { () throws(HTTPError) in answerPlace(place, ofSender: try decided.get(), answer) }
      }
    }
  }

  /// An unknown sender who must sign in is led there, and back to the place. The answer sets the cookies of the sender's
  /// browser.
  private func answerPlace(_ place: Place, ofSender request: Request, _ answer: Answer) {
    let (back, isVisit) =
      if case .page(let location, let part) = place { (location.url, part != .patches) } else {
        (request.target.raw, true)
      }
    let answer = answer.via { [self] response, answer in
      let response = leadingToSignIn(response, request, back: back)
      identity.give(response, to: answer, for: request, isVisit: isVisit)
    }
    attempt(request, answer) { () throws(HTTPError) in
      switch place {
      case .page(let location, let part): try answerPart(part, of: location, request, answer)
      case .routes(let routes, let match): try answerRoute(of: routes, at: match, request, answer)
      case .notFound(let notFound): run({ try await notFound.answer(request) }, for: request, answer)
      }
    }
  }

  /// Takes a step of a request. An error is its answer.
  func attempt(_ request: Request, _ answer: Answer, _ step: () throws(HTTPError) -> Void) {
    do throws(HTTPError) { try step() } catch { answer(refusal(error, request)) }
  }

  private func answerPart(
    _ part: PageLocation.Part, of location: PageLocation, _ request: Request, _ answer: Answer
  ) throws(HTTPError) {
    // The sender of an event may become known by the event's id: see `BrowserIdentity.readmit`.
    if part != .events {
      if answerOutdated(request, answer) { return }
      try admit(location.page.rule, request)
    }
    switch part {
    case .page:
      try allow([.get, .head], request)
      try show(location, request, answer)
    case .events:
      try allow([.post], request)
      receive(location, request, filtered(answer, to: request))
    case .patches:
      try allow([.get, .head], request)
      try follow(location, request, filtered(answer, to: request))
    }
  }

  func nothing(at request: Request) -> HTTPError { HTTPError(.notFound, "There is nothing at \(request.path).") }

  func allow(_ methods: [Method], _ request: Request) throws(HTTPError) {
    guard !methods.contains(request.method) else { return }
    let names = methods.map(\.rawValue).joined(separator: ", ")
    throw HTTPError(.methodNotAllowed, "\(request.path) answers \(names) only.", allow: methods)
  }

  private func show(_ location: PageLocation, _ request: Request, _ answer: Answer) throws(HTTPError) {
    let (format, view) = (try format(of: request), try PageView(request))
    if let target = location.otherSpelling(of: request) {
      answer(Response(.permanentRedirect, headers: [.location: target]))
      return
    }
    let shell = try site.shell(of: location.page, view)
    switch try visit(of: location, request) {
    case .here(let visit): try show(visit, location, request, format, view, shell, answer)
    case .asked(let ask):
      ask { [self] visit in
        attempt(request, answer) { () throws(HTTPError) in
          try show(try visit.get(), location, request, format, view, shell, answer)
        }
      }
    }
  }

  private func show(
    _ visit: Visit, _ location: PageLocation, _ request: Request, _ format: MediaType, _ view: PageView,
    _ shell: PageShell, _ answer: Answer
  ) throws(HTTPError) {
    // Give the browser a cookie even for a shared page, so that the ids of its events are its own from the first event
    // on.
    if location.page.scope == .shared { request.introduceBrowser() }
    if location.page.scope == .tab { identity.useTab(at: location, request) }
    let choice = format.isSame(as: .html) ? site.languages.choice(of: location.page, for: request) : nil
    try read(visit, for: request, answer) { [self] instance in
      guard !request.isOutdated else {
        answer(outdatedAnswer(request))
        return
      }
      if let choice { instance.use(choice) }
      instance.wake()
      instance.replyAfterReading(to: answer) { [self] instance in
        if answerRefused(location.page.rule?.refusal(request.visitor), request, answer) { return }
        var response = instance.show(request, format, view, shell: shell)
        // After a sign-out, "Back" must not show the page again.
        if location.page.rule != nil { response.headers[.cacheControl] = "no-store" }
        defer { extendLifetime(visit) }
        if instance.publisher.isHolding {
          instance.hold(response, to: answer, for: request) { $0.lastDocument(isHTML: choice != nil, shell) }
        } else {
          answer(response)
        }
      }
    }
  }

  static let formats: [MediaType] = [.html, .json]

  /// HTML or JSON: by `?format=` for people, whose browsers always ask for HTML, otherwise by `Accept`.
  private func format(of request: Request) throws(HTTPError) -> MediaType {
    switch request.query["format"] {
    case "json": return .json
    case "html": return .html
    case nil: break
    default: throw HTTPError(.unprocessable, "The format must be html or json.", field: "format")
    }
    guard let format = request.best(of: Self.formats) else {
      throw HTTPError(.notAcceptable, "A page is available as text/html or application/json.", field: "Accept")
    }
    return format
  }

  func receive(_ location: PageLocation, _ request: Request, _ answer: Answer) {
    attempt(request, answer) { () throws(HTTPError) in
      guard try EventBatch.isBrought(by: request) else { return receiveOne(location, request, answer) }
      // Before anything is read.
      _ = try Origin.check(request, hosts: site.hosts)
      try site.surroundings.eventRates.admit(request, at: .now)
      let batch = try EventBatch(request, depth: site.limits.jsonDepth)
      receive(batch.requests[...], after: [], since: .now, location, answer)
    }
  }

  /// Handles events one after another.
  private func receive(
    _ events: ArraySlice<Request>, after responses: [Response], since start: ContinuousClock.Instant,
    _ location: PageLocation, _ answer: Answer
  ) {
    guard let first = events.first, .now - start < EventBatch.longest,
      responses.reduce(0, { $0 + EventBatch.bytesOf($1).count }) < EventBatch.mostBytes
    else { return _ = answer(EventBatch.answer(of: responses)) }
    receiveOne(
      location, first,
      answer.via { [self] response, answer in
        let response = leadingToSignIn(response, first, back: location.url)
        let mustStop = EventBatch.mustStop(after: response)
        // Nothing was handled: the whole request goes where the page is now, or comes again.
        if mustStop, responses.isEmpty { return _ = answer(response) }
        let all = response.hasMoved ? responses : responses + [response]
        let isLast = identity.hasChanged(first, by: response) || mustStop
        receive(isLast ? [] : events.dropFirst(), after: all, since: start, location, answer)
      })
  }

  private func receiveOne(_ location: PageLocation, _ request: Request, _ answer: Answer) {
    let arrival = ContinuousClock.now
    let refuse = { @Sendable [self] (error: HTTPError) in
      site.metrics.refused(error)
      _ = answer(refusal(error, request))
    }
    do throws(HTTPError) {
      let (event, reply, origin) = try event(in: request, at: arrival)
      try identity.readmit(request, for: event)
      try admit(location.page.rule, request)
      switch try visit(of: location, request, load: event.load) {
      case .here(let visit):
        try deliver(event, to: visit, origin, request, reply, answer, since: arrival, otherwise: refuse)
      case .asked(let ask):
        ask { [self] visit in
          do throws(HTTPError) {
            try deliver(event, to: try visit.get(), origin, request, reply, answer, since: arrival, otherwise: refuse)
          } catch {
            refuse(error)
          }
        }
      }
    } catch {
      refuse(error)
    }
  }

  private func event(
    in request: Request, at arrival: ContinuousClock.Instant
  ) throws(HTTPError) -> (EventRequest, PageReply, Origin.Verdict) {
    let origin = try Origin.check(request, hosts: site.hosts)
    try site.surroundings.eventRates.admit(request, at: arrival)
    guard let reply = PageReply(request) else {
      let offers = PageReply.offers.map(\.type.description).joined(separator: ", ")
      throw HTTPError(.notAcceptable, "The reply to an event can be one of: \(offers).", field: "Accept")
    }
    return (try EventRequest(request, limits: site.limits), reply, origin)
  }

  private func deliver(
    _ event: EventRequest, to visit: Visit, _ origin: Origin.Verdict, _ request: Request, _ reply: PageReply,
    _ answer: Answer, since arrival: ContinuousClock.Instant, otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) {
    try enter(visit, for: request) { [self] instance throws(HTTPError) in
      try Origin.check(origin, event, request, ofInstance: instance.id, isOwned: instance.isOwned)
      identity.adopt(request, sending: event, to: instance)
      guard !request.isOutdated else {
        answer(outdatedAnswer(request))
        return
      }
      let first = instance.receive(event, request, reply)
      instance.metrics.eventTime.observe(.now - arrival)
      // A client that gets no patches should see the result on the page that it loads next.
      // A client must not believe that an event is saved while it is being written.
      let waits = first.response.status == .seeOther || !instance.work.writes.isEmpty
      let limit = waits ? site.limits.work : .zero
      instance.replyAfterWork(within: limit, to: answer) { [self] instance in
        // The same event, sent twice, waited here too, and only the answer to the other one has the new cookie.
        guard !request.isOutdated else {
          answer(outdatedAnswer(request))
          return
        }
        defer { extendLifetime(visit) }
        answer(instance.afterWork(first, to: event, reply, request))
      }
    } otherwise: {
      refuse($0)
    }
  }
}

extension Router {
  /// The answer for an event or a request for patches: the given one, or the one that the site's filter makes of it.
  func filtered(_ answer: Answer, to request: Request) -> Answer {
    guard let filter else { return answer }
    return filter.filter(answer, for: request.browser, limits: site.limits, again: repetition(of: request))
  }

  /// Handles an event once more, as if a proxy had repeated it. Only for an event with an id: without an id, it would
  /// count twice.
  private func repetition(of request: Request) -> (@Sendable (Answer) -> Void)? {
    guard let found = try? site.location(of: request), found.part == .events,
      (try? EventRequest(request, limits: site.limits))?.id != nil
    else { return nil }
    return { [self] answer in
      attempt(request, answer) { () throws(HTTPError) in
        switch try site.location(of: request, at: found.location) {
        case .here(let location): receive(location, request, answer)
        case .asked(let ask):
          ask { [self] location in
            attempt(request, answer) { () throws(HTTPError) in receive(try location.get(), request, answer) }
          }
        }
      }
    }
  }
}

extension Router: FileTaking {
  /// Answers for the events of pages that take files. A page of another site is refused before its files are stored. Who
  /// the sender is, and whether the event takes the files, is checked when they have arrived: that runs code of pages, for
  /// which the daemon must not wait.
  func fileLimit(of head: Request) throws(HTTPError) -> Int? {
    guard let match = site.index.match(head.segments), case .page(let location, .events) = match.target,
      let limit = location.page.mostFileBytes
    else { return nil }
    try site.hosts.check(head, isPrivate: false)
    _ = try Origin.check(head, hosts: site.hosts)
    return limit
  }
}

extension PrefixRouter: FileTaking {
  func fileLimit(of head: Request) throws(HTTPError) -> Int? {
    try head.below(prefix.segments).flatMap { (inner) throws(HTTPError) in try router.fileLimit(of: inner) }
  }
}

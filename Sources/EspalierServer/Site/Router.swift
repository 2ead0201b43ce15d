import EspalierHTTP
import Espalier

/// Leads a request to its page by path, method and client. It knows nothing of lists.
struct Router: Responder {
  let site: SiteCore
  /// Paths that development tools answer.
  var tools: [ToolPath] = []
  var filter: (any AnswerFilter)?
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
    return .problem(error, for: request, in: site.problemFrame(for: request))
  }

  func serverEnters(_ stage: ServerStage) { site.enter(stage) }

  /// Answers a request to a site that has its host for itself.
  private func route(_ request: Request, _ answer: Answer) throws(HTTPError) {
    if let reply = immediateResponse(to: request) {
      answer(reply)
      return
    }
    if let reply = try own(request) {
      answer(reply)
      return
    }
    try site.hosts.check(request, isPrivate: false)
    if let match = site.index.match(request.segments) {
      try answerPlace(match, request, answer)
    } else if request.plainPath != nil, let file = try file(for: request) {
      answer(file)
    } else if let notFound = site.notFound {
      let request = try identified(request)
      run({ try await notFound.answer(request) }, for: request, answer)
    } else {
      throw nothing(at: request)
    }
  }

  private func answerPlace(
    _ match: PathIndex<SitePlace>.Match, _ request: Request, _ answer: Answer
  ) throws(HTTPError) {
    switch match.target {
    case .page(let page, let part):
      var location = try match.location(of: page, query: request.query)
      if part != .page { location = try site.location(of: request, at: location) }
      try answerPart(part, of: location, identified(request), answer)
    case .routes(let routes): try answerRoute(of: routes, at: match, identified(request), answer)
    }
  }

  private func answerPart(
    _ part: PageLocation.Part, of location: PageLocation, _ request: Request, _ answer: Answer
  ) throws(HTTPError) {
    guard request.sender != nil else { return try answerPart(part, admitted: request, of: location, answer) }
    let answer = answer.via { $1(leadingToSignIn($0, request, back: location.url)) }
    do {
      if part != .events, answerOutdated(request, answer) { return }
      // The sender of an event may become known by the event's id: see `admittingRepeat`.
      if part != .events { try admit(location.page.rule, request) }
      try answerPart(part, admitted: request, of: location, answer)
    } catch {
      answer(refusal(error, request))
    }
  }

  private func answerPart(
    _ part: PageLocation.Part, admitted request: Request, of location: PageLocation, _ answer: Answer
  ) throws(HTTPError) {
    switch part {
    case .page:
      try allow([.get, .head], request)
      try show(location, request, answer)
    case .events:
      try allow([.post], request)
      try receive(location, request, filtered(answer, to: request))
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
    let page = location.page
    if let target = location.otherSpelling(of: request) {
      answer(Response(.permanentRedirect, headers: [.location: target]))
      return
    }
    let shell = try site.shell(of: page, view)
    var (visit, cookie) = try visit(of: location, request)
    // Give the browser a cookie even for a shared page, so that the ids of its events are its own from the first event
    // on.
    if cookie == nil && request.browser == nil && page.scope == .shared {
      cookie = try newCookie(for: RandomID.next(), request)
    }
    if cookie == nil { cookie = try renewedCookie(request) }
    let removal = try TabCookie.removal(request, of: location, below: site.prefix)
    let choice = format.isSame(as: .html) ? site.languages.choice(of: page, for: request) : nil
    try read(visit, for: request, answer) { [cookie, visit] instance in
      guard !request.isOutdated else {
        answer(outdatedAnswer(request))
        return
      }
      if let choice { instance.use(choice) }
      instance.wake()
      instance.replyAfterReading(to: answer) { instance in
        if answerRefused(page.rule?.refusal(request.sender as? Sender), request, answer) { return }
        var response = instance.show(request, format, view, shell: shell)
        if let cookie { response.headers.append(.setCookie, cookie) }
        if let removal { response.headers.append(.setCookie, removal) }
        // After a sign-out, "Back" must not show the page again.
        if page.rule != nil { response.headers[.cacheControl] = "no-store" }
        withExtendedLifetime(visit) { _ = answer(response) }
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

  func receive(_ location: PageLocation, _ request: Request, _ answer: Answer) throws(HTTPError) {
    do {
      try deliver(location, request, answer, arrival: .now)
    } catch {
      site.metrics.refused(error)
      throw error
    }
  }

  private func deliver(
    _ location: PageLocation, _ request: Request, _ answer: Answer, arrival: ContinuousClock.Instant
  ) throws(HTTPError) {
    let origin = try Origin.check(request, hosts: site.hosts)
    try site.surroundings.eventRates.admit(request, at: arrival)
    guard let reply = PageReply(request) else {
      let offers = PageReply.offers.map(\.type.description).joined(separator: ", ")
      throw HTTPError(.notAcceptable, "The reply to an event can be one of: \(offers).", field: "Accept")
    }
    let event = try EventRequest(request, limits: site.limits)
    let request = try admittingRepeat(request, of: event)
    try admit(location.page.rule, request)
    let (visit, firstCookie) = try visit(of: location, request, load: event.load)
    try enter(visit, for: request) { instance throws(HTTPError) in
      try Origin.check(origin, event, request, ofInstance: instance.id, isOwned: instance.isOwned)
      let newCookie = try adoptBrowser(request, at: instance, event) ?? firstCookie
      let cookie = newCookie == nil ? try renewedCookie(request) : newCookie
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
      instance.replyAfterWork(within: limit, to: answer) { instance in
        // The same event, sent twice, waited here too, and only the answer to the other one has the new cookie.
        guard !request.isOutdated else {
          answer(outdatedAnswer(request))
          return
        }
        var response = instance.afterWork(first, to: event, reply, request)
        if let cookie { response.headers.append(.setCookie, cookie) }
        withExtendedLifetime(visit) { _ = answer(settingCookie(response, request)) }
      }
    } otherwise: { error in
      site.metrics.refused(error)
      answer(refusal(error, request))
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
    return { answer in
      do throws(HTTPError) {
        try receive(site.location(of: request, at: found.location), request, answer)
      } catch {
        answer(refusal(error, request))
      }
    }
  }
}

extension Router: FileTaking {
  /// Answers for the events of pages that take files. A page of another site is refused before its files are stored. Who
  /// the sender is, and whether the event takes the files, is checked when they have arrived: that runs code of pages, for
  /// which the daemon must not wait.
  func fileLimit(of head: Request) throws(HTTPError) -> Int? {
    guard let match = site.index.match(head.segments), case .page(let page, .events) = match.target,
      let limit = page.mostFileBytes
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

import EspalierHTTP
import EspalierLocks
import Espalier

/// The patches of a page: as a stream, or as one document.
extension Router {
  func follow(_ location: PageLocation, _ request: Request, _ answer: Answer) throws(HTTPError) {
    let wanted = try PatchesRequest(request, limits: site.limits)
    guard namesInstance(of: location.page, request) else {
      throw HTTPError(
        .unknownNode, "The request must name a page instance; use the URL from the Link header of \(location.url).",
        field: WireName.instance)
    }
    switch try visit(of: location, request) {
    case .here(let visit): try follow(visit, wanted, request, rights(location.page.rule, request), answer)
    case .asked(let ask):
      ask { [self] visit in
        attempt(request, answer) { () throws(HTTPError) in
          try follow(try visit.get(), wanted, request, rights(location.page.rule, request), answer)
        }
      }
    }
  }

  private func follow(
    _ visit: Visit, _ wanted: PatchesRequest, _ request: Request, _ rights: Rights?, _ answer: Answer
  ) throws(HTTPError) {
    try read(visit, for: request, answer) { [self] instance throws(HTTPError) in
      guard instance.audience.count < site.limits.viewers else {
        throw HTTPError(.unavailable, "This page has reached its limit of viewers; try again later.").crossing(.viewers)
      }
      if wanted.isRepair { instance.noteRepair(request) }
      // Checked in the lane: a client that comes after the last messages of a stopping server must not wait for one.
      let isStopping = site.stage.withLock { $0 == .stopping }
      if wanted.isDocument {
        if let rights, let browser = request.browser {
          rights.onEnd { [weak instance] in instance?.submit { $0.replyToPolls() } }
          site.rights.add(rights, of: browser)
        }
        instance.reply(
          since: wanted.since, within: isStopping ? .zero : wanted.wait, for: request.browser ?? instance.browser,
          request.visitor, to: answer
        ) { [self] instance in
          if let rights, let browser = request.browser { site.rights.remove(rights, of: browser) }
          if request.isOutdated {
            answer(outdatedAnswer(request))
            return
          }
          if answerRefused(rights?.refusal(), request, answer) { return }
          let body = instance.publisher.catchUpDocument(since: wanted.since, wanted.dialect)
          let response = Response(.ok, headers: instance.links.page.with(type: .json), body: body)
          instance.hold(response, to: answer, for: request)
        }
      } else if request.method == .head {
        answer(Response(.ok, headers: instance.links.page.with(type: .eventStream)))
      } else {
        if isStopping { throw .stopping }
        answer(try attach(wanted, request, rights, to: instance))
      }
    }
  }

  /// The response whose body is a new viewer's stream.
  private func attach(
    _ wanted: PatchesRequest, _ request: Request, _ rights: Rights?, to instance: isolated PageInstance
  ) throws(HTTPError) -> Response {
    // The server must know the browser, to count its streams, and because Turbo knows no versions: the browser must get
    // its own changes only once.
    let browser = request.browser ?? instance.browser ?? request.introduceBrowser()
    var beat: (@Sendable () -> Void)?
    if let rights {
      // Page code may take long, and the connections must not wait for it.
      beat = { [weak instance] in instance?.submit { _ in rights.check() } }
    }
    let stream = try openStream(for: browser, beat: beat)
    if let rights {
      rights.onEnd { [weak stream] in stream?.sendAway() }
      site.rights.add(rights, of: browser)
      stream.onClose { [rights, all = site.rights] _ in all.remove(rights, of: browser) }
    }
    // Checked after the stream is counted: a session that is renewed now ends it.
    if request.isOutdated {
      stream.close()
      throw .outdated
    }
    if let refusal = rights?.refusal() {
      stream.close()
      throw HTTPError(refusal)
    }
    // Rights are asked where the page is, and Turbo knows no versions.
    let isPassedOn = request.way.isRelayed && rights == nil && wanted.dialect != .turbo
    let isOfMany = isPassedOn && !instance.isOwned && !instance.state.knowsViewers
    instance.attach(
      Viewer(
        stream: stream, dialect: wanted.dialect, browser: browser,
        client: request.way.isRelayed && request.browser == nil ? nil : browser, visitor: request.visitor,
        rights: rights, isOfMany: isOfMany), since: wanted.since)
    var response = Response.events(stream)
    for name in [HeaderName.instance, .link] { response.headers[name] = instance.links.page[name] }
    if isPassedOn { response.headers[.sharing] = (isOfMany ? Sharing.shared : .own).rawValue }
    return response
  }

  /// A stream for the viewer of a page that another node has.
  func openStream(for request: Request) throws(HTTPError) -> EventStream {
    // A client without a cookie is a browser of its own.
    let browser = (try? BrowserCookie.read(request))?.browser ?? RandomID.next()
    return try openStream(for: browser, beat: nil)
  }

  func noteSlowViewer() { site.metrics.rejections.add(to: .streamPending) }

  func goodbye(at version: String) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let wait = Duration.random(in: site.limits.comeback, using: &random)
    return ServerSentEvent.goodbye(id: version, comingBackIn: wait)
  }

  /// A stream for a browser. It counts for that browser until it ends. Calls `beat` at each heartbeat, on the thread of
  /// the connection.
  private func openStream(for browser: String, beat: (@Sendable () -> Void)?) throws(HTTPError) -> EventStream {
    let stream = EventStream(limit: site.limits.streamPending) { interval in
      beat?()
      return ServerSentEvent.heartbeat(each: interval)
    }
    guard site.streams.add(stream, of: browser) else {
      throw HTTPError(
        .tooManyRequests,
        "One browser may have at most \(site.limits.streamsPerBrowser) streams; close one of its pages."
      ).crossing(.streamsPerBrowser)
    }
    return stream
  }
}

extension Headers {
  /// These headers with the type of the body.
  fileprivate func with(type: MediaType) -> Headers {
    var headers = self
    headers[.contentType] = type.description
    return headers
  }
}

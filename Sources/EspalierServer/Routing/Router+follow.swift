import EspalierHTTP
import EspalierLocks
import Espalier

/// The patches of a page: as a stream, or as one document.
extension Router {
  func follow(_ page: Page, _ request: Request, _ answer: Answer) throws(HTTPError) {
    let wanted = try PatchesRequest(request, limits: site.limits)
    guard namesInstance(of: page, request) else {
      throw HTTPError(
        .unknownNode, "Name the page instance, as the Link header of \(page.path) does: nobody else could reach it.",
        field: WireName.instance)
    }
    let (visit, _) = try visit(of: page, request)
    guard visit.instance.audience.count < site.limits.viewers else {
      throw HTTPError(.unavailable, "This page has as many viewers as it may have; try again later.").crossing(.viewers)
    }
    try enter(visit) { instance in
      // Asked in the lane: whoever comes after the goodbyes must not wait for one.
      let isStopping = site.stage.withLock { $0 == .stopping }
      if wanted.isDocument {
        instance.reply(since: wanted.since, within: isStopping ? .zero : wanted.wait, to: answer) { instance in
          let body = instance.publisher.catchUpDocument(since: wanted.since, wanted.dialect)
          answer(Response(.ok, headers: instance.links.with(type: .json), body: body))
        }
      } else if request.method == .head {
        answer(Response(.ok, headers: instance.links.with(type: .eventStream)))
      } else {
        do throws(HTTPError) {
          if isStopping { throw .stopping }
          answer(try attach(wanted, request, to: instance))
        } catch {
          answer(refusal(error, request))
        }
      }
    }
  }

  /// The response whose body is a new viewer's stream.
  private func attach(
    _ wanted: PatchesRequest, _ request: Request, to instance: isolated PageInstance
  ) throws(HTTPError) -> Response {
    // A browser must be told apart: for Turbo, which knows of no versions, so that it hears of its own changes once; and so that its
    // streams can be counted.
    let known = request.browser ?? instance.browser
    let browser = known ?? RandomID.next()
    let stream = try openStream(for: browser)
    instance.attach(Viewer(stream: stream, dialect: wanted.dialect, browser: browser), since: wanted.since)
    var response = Response.events(stream)
    for name in [HeaderName.instance, .link] { response.headers[name] = instance.links[name] }
    if known == nil { response.headers.append(.setCookie, try newCookie(for: browser, request)) }
    return response
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

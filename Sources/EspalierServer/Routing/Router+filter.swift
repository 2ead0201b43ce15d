import EspalierHTTP

extension Router {
  /// The answer that an event or a request for patches gets: the one given, or what the site's filter makes of it.
  func filtered(_ answer: Answer, to request: Request) -> Answer {
    guard let filter else { return answer }
    return filter.filter(answer, for: request.browser, limits: site.limits, again: repetition(of: request))
  }

  /// Takes an event once more, as when a proxy repeats it. Only one with an id: without, it would count twice.
  private func repetition(of request: Request) -> (@Sendable (Answer) -> Void)? {
    guard let page = site.page(ofEvents: request.path),
      (try? EventRequest(request, limits: site.limits))?.id != nil
    else { return nil }
    return { answer in
      do throws(HTTPError) {
        try receive(page, request, answer)
      } catch {
        answer(refusal(error, request))
      }
    }
  }
}

import EspalierHTTP

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

package import EspalierHTTP

/// Gets each event and each request for patches with its answer. It may replace, delay or drop the answer.
package protocol AnswerFilter: Sendable {
  /// Returns an answer that replaces `answer`, and that may pass responses on to `answer`.
  ///
  /// `browser` is the browser that sent the request, identified by its cookie. `again` makes the site handle the
  /// request once more; nil if that could have a second effect.
  func filter(
    _ answer: Answer, for browser: String?, limits: PageLimits, again: (@Sendable (Answer) -> Void)?
  ) -> Answer
}

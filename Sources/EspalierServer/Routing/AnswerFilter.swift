package import EspalierHTTP

/// Sees each event and each request for patches with its answer. It may replace, delay or drop the answer.
package protocol AnswerFilter: Sendable {
  /// Returns what answers the request instead of `answer`, and passes on to `answer` what it likes.
  ///
  /// `browser` is the browser that asks, by its cookie. `again` has the site take the request once more; nil if that could have
  /// a second effect.
  func filter(
    _ answer: Answer, for browser: String?, limits: PageLimits, again: (@Sendable (Answer) -> Void)?
  ) -> Answer
}

import Synchronization

/// The answer to a request. Call it once, from any thread. If it is released without a call, the server answers 500.
package final class Answer: Sendable {
  private let isGiven = Atomic(false)
  private let deliver: @Sendable (Response?) -> Void
  private let refuse: @Sendable () -> Void
  private let watch: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// An answer that gives its response to `deliver`, or nil if it is released without a call. It calls `refused` for
  /// every call after the first. `watch` runs its argument when the client hangs up.
  init(
    deliver: @escaping @Sendable (Response?) -> Void, refused refuse: @escaping @Sendable () -> Void,
    watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    self.deliver = deliver
    self.refuse = refuse
    self.watch = watch
  }

  /// An answer for a test of a responder. Without a call it delivers a 500.
  package convenience init(_ deliver: @escaping @Sendable (Response) -> Void) {
    self.init(deliver: { deliver($0 ?? Response(.internalServerError)) }, refused: {})
  }

  /// An answer that gives its response to `pass`, which then calls this answer when and as it likes.
  package func via(_ pass: @escaping @Sendable (Response, Answer) -> Void) -> Answer {
    Answer(deliver: { response in if let response { pass(response, self) } }, refused: refuse, watch: watch)
  }

  /// Runs work, on any thread, if the client hangs up while it waits. An answer is still required: the client may have
  /// ended only its own side, and may still read.
  package func onHangUp(_ work: @escaping @Sendable () -> Void) { watch(work) }

  deinit {
    if !isGiven.load(ordering: .acquiring) { deliver(nil) }
  }

  /// Answers the request. Returns false if it was already answered: the first answer counts, and the stream of a later
  /// one is closed.
  @discardableResult
  package func callAsFunction(_ response: Response) -> Bool {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else {
      if case .stream(let stream) = response.body { stream.finish(.gone) }
      refuse()
      return false
    }
    deliver(response)
    return true
  }
}

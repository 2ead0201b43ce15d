import Synchronization

/// The one answer to a request: call it once, from any thread. Dropped without a call it answers 500 itself.
public final class Answer: Sendable {
  private let isGiven = Atomic(false)
  private let deliver: @Sendable (Response?) -> Void
  private let refuse: @Sendable () -> Void
  private let watch: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// An answer that goes to `deliver`, nil where it was dropped; `refused` hears of every call after the first. `watch` calls what it
  /// is given when the client hangs up.
  init(
    deliver: @escaping @Sendable (Response?) -> Void, refused refuse: @escaping @Sendable () -> Void,
    watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    self.deliver = deliver
    self.refuse = refuse
    self.watch = watch
  }

  /// An answer for a test of a responder; a dropped one arrives as 500.
  package convenience init(_ deliver: @escaping @Sendable (Response) -> Void) {
    self.init(deliver: { deliver($0 ?? Response(.internalServerError)) }, refused: {})
  }

  /// An answer that `pass` hands on to this one, when and as it likes.
  package func via(_ pass: @escaping @Sendable (Response, Answer) -> Void) -> Answer {
    Answer(deliver: { response in if let response { pass(response, self) } }, refused: refuse, watch: watch)
  }

  /// Runs work, on any thread, if the client hangs up while it waits. An answer is due nevertheless: the client may have ended its own
  /// side only, and be listening.
  package func onHangUp(_ work: @escaping @Sendable () -> Void) { watch(work) }

  deinit {
    if !isGiven.load(ordering: .acquiring) { deliver(nil) }
  }

  /// Answers; false where an answer was given before, which stands. A stream that comes too late is closed.
  @discardableResult
  public func callAsFunction(_ response: Response) -> Bool {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else {
      if case .stream(let stream) = response.body { stream.finish(.gone) }
      refuse()
      return false
    }
    deliver(response)
    return true
  }
}

/// Decides what to do at each call of the daemon for one request; `Exchange` performs it.
struct ExchangeState {
  /// What to do next.
  enum Action: Equatable {
    /// Nothing: let more arrive.
    case wait
    /// Keep these bytes of the body.
    case collect
    /// Read and forget these bytes.
    case discard
    /// Close the connection without a reply.
    case cut
    /// Reply with this error; `early` where the body has not been read.
    case refuse(HTTPError.Code, early: Bool)
    /// The request is whole: hand it to the responder.
    case respond
  }

  private enum Step: Equatable {
    case head
    case body
    case overflow
    case whole
  }

  private var step = Step.head
  private var received = 0
  private let limit: Int

  /// `limit` is the largest body in bytes.
  init(limit: Int) { self.limit = limit }

  /// The head has been checked and says how its body ends.
  mutating func headArrived(_ body: CheckedHead.Body) -> Action {
    step = .body
    if case .length(let length) = body, length > limit { return .refuse(.contentTooLarge, early: true) }
    return .wait
  }

  /// Some bytes of the body have come.
  mutating func bodyArrived(_ count: Int) -> Action {
    received += count
    switch step {
    case .body where received <= limit: return .collect
    case .body:
      step = .overflow
      return .discard
    // A reply can only be queued at the end of a chunked body, so a client gets as much again to come to its end.
    case .overflow: return received - limit <= limit ? .discard : .cut
    case .head, .whole: return .cut
    }
  }

  /// The body has ended.
  mutating func bodyEnded() -> Action {
    switch step {
    case .body:
      step = .whole
      return .respond
    case .overflow:
      step = .whole
      return .refuse(.contentTooLarge, early: false)
    case .head, .whole: return .cut
    }
  }
}

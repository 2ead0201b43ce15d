/// Decides what to do at each call of the daemon for one request; `Exchange` performs it.
struct ExchangeState {
  /// What to do next.
  enum Action: Equatable {
    /// Nothing: let more arrive.
    case wait
    /// Keep these bytes of the body.
    case collect
    /// Close the connection without a reply.
    case cut
    /// Reply with this error before the body is read.
    case refuse(HTTPError.Code)
    /// The request is complete: pass it to the responder.
    case respond
  }

  private enum Step: Equatable {
    case head
    case body
    case whole
  }

  private var step = Step.head
  private let limit: Int

  /// `limit` is the largest body in bytes.
  init(limit: Int) { self.limit = limit }

  /// The head has been checked and says how long its body is. The daemon passes on no more bytes than that. A form with
  /// files has a limit of its own.
  mutating func headArrived(length: Int, isUpload: Bool = false) -> Action {
    guard isUpload || length <= limit else { return .refuse(.contentTooLarge) }
    step = .body
    return .wait
  }

  /// Some bytes of the body have come.
  mutating func bodyArrived() -> Action { step == .body ? .collect : .cut }

  /// The body has ended.
  mutating func bodyEnded() -> Action {
    guard step == .body else { return .cut }
    step = .whole
    return .respond
  }
}

import EspalierHTTP
import Espalier

/// The outcome of an event that a client sent.
enum EventOutcome: String, Sendable, CaseIterable {
  /// A container, a command or the site answered it.
  case handled
  /// No container, command or handler of the site answered it.
  case unhandled
  /// A handler answered it and stopped it from going up further.
  case stopped
  /// An event with the same id came before, so this one had no second effect.
  case repeated
  /// It was not delivered; `HTTPError.Code.ofEvents` says why.
  case refused

  init(_ delivery: Delivery) {
    self =
      if delivery.command == nil && delivery.isStopped { .stopped } else if delivery.isHandled { .handled } else {
        .unhandled
      }
  }
}

extension HTTPError.Code {
  /// The reasons why an event may be refused.
  static let ofEvents: [HTTPError.Code] = [
    .badJSON, .badForm, .badPayload, .unknownNode, .unknownEvent, .unprocessable, .unsupportedMediaType, .notAcceptable,
    .forbidden, .conflict, .preconditionFailed, .tooManyRequests, .unavailable, .internalError,
  ]
}

import EspalierHTTP
import Espalier

/// What became of an event that a client posted.
enum EventOutcome: String, Sendable, CaseIterable {
  /// A container, a command or the site answered it.
  case handled
  /// It went all the way up and nobody answered.
  case unhandled
  /// A handler answered it and stopped it on its way.
  case stopped
  /// It had come before under the same id and had no second effect.
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
  /// Why an event may be refused.
  static let ofEvents: [HTTPError.Code] = [
    .badJSON, .badForm, .badPayload, .unknownNode, .unknownEvent, .unprocessable, .unsupportedMediaType, .notAcceptable,
    .forbidden, .conflict, .preconditionFailed, .tooManyRequests, .unavailable, .internalError,
  ]
}

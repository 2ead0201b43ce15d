import EspalierHTTP
import Espalier

/// The kinds of reply to an event that was delivered.
enum PageReply: CaseIterable {
  case receipt, redirect, jsonPatch, domPatch, turbo

  /// The first is for a client that accepts anything. Turbo gives its streams and HTML the same weight.
  static let offers: [(type: MediaType, reply: PageReply)] = [
    (.json, .receipt), (.turboStream, .turbo), (.html, .redirect), (.jsonPatch, .jsonPatch), (.domPatch, .domPatch),
  ]

  init?(_ accept: Accept) {
    guard let best = accept.best(of: Self.offers.map(\.type)),
      let offer = Self.offers.first(where: { $0.type.isSame(as: best) })
    else { return nil }
    self = offer.reply
  }
}

import EspalierHTTP
import Espalier

/// What a client gets for an event that was delivered.
enum PageReply: CaseIterable {
  case receipt, redirect, jsonPatch, domPatch, turbo

  /// What a client that takes anything gets stands first. Turbo weighs its streams and HTML alike.
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

extension MediaType {
  /// The browser's compact operations.
  static let domPatch = MediaType("application", "vnd.espalier.patch+json")
  /// Hotwire's Turbo Streams.
  static let turboStream = MediaType("text", "vnd.turbo-stream.html", charset: "utf-8")
}

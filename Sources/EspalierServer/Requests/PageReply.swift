import EspalierHTTP
import Espalier

/// The kinds of reply to an event that was delivered.
enum PageReply: CaseIterable {
  case receipt, redirect, jsonPatch, domPatch, turbo

  /// The first is for a client that accepts anything. Turbo gives its streams and HTML the same weight.
  static let offers: [(type: MediaType, reply: PageReply)] = [
    (.json, .receipt), (.turboStream, .turbo), (.html, .redirect), (.jsonPatch, .jsonPatch), (.domPatch, .domPatch),
  ]

  private static let types = offers.map(\.type)

  init?(_ request: Request) {
    guard let index = request.bestIndex(of: Self.types) else { return nil }
    self = Self.offers[index].reply
  }
}

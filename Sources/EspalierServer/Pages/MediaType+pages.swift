import EspalierHTTP

extension MediaType {
  /// The browser's compact operations.
  static let domPatch = MediaType("application", "vnd.espalier.patch+json")
  /// Hotwire's Turbo Streams.
  static let turboStream = MediaType("text", "vnd.turbo-stream.html", charset: "utf-8")
}

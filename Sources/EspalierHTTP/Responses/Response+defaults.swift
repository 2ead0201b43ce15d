extension Response {
  /// The safety headers every response gets unless it sets its own.
  static let safetyHeaders: Headers = [
    .contentTypeOptions: "nosniff",
    .referrerPolicy: "same-origin",
    .contentSecurityPolicy: """
    default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types espalier
    """,
  ]

  /// Headers that are the server's to write; a responder's own could only contradict them.
  static let framingHeaders: [HeaderName] = [.contentLength, .transferEncoding, "Date", .request]

  /// What goes on the wire: the response's own fields without the framing, then the safety headers it lacks.
  var wireFields: [Headers.Field] {
    headers.fields.filter { !Self.framingHeaders.contains($0.name) }
      + Self.safetyHeaders.fields.filter { !headers.contains($0.name) }
  }
}

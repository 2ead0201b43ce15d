extension Response {
  /// The security headers that every response gets unless it sets its own.
  static let safetyHeaders: Headers = [
    .contentTypeOptions: "nosniff",
    .referrerPolicy: "same-origin",
    .contentSecurityPolicy: """
    default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types espalier
    """,
  ]

  /// Headers that only the server writes. A responder's own values could contradict them.
  static let framingHeaders: [HeaderName] = [.contentLength, .transferEncoding, "Date", .request]

  /// The fields to send: the response's own fields without the framing, then the security headers that it lacks.
  var wireFields: [Headers.Field] {
    headers.fields.filter { !Self.framingHeaders.contains($0.name) }
      + Self.safetyHeaders.fields.filter { !headers.contains($0.name) }
  }
}

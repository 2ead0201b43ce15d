extension Response {
  /// The security headers that every response gets unless it sets its own. They are constants, so nothing checks them
  /// when they are sent.
  static let safetyHeaders: [(name: HeaderName, field: ConstantField)] = [
    safety("X-Content-Type-Options", "nosniff"),
    safety("Referrer-Policy", "same-origin"),
    safety(
      "Content-Security-Policy",
      """
      default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'self'; base-uri 'none'; \
      frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types espalier
      """),
  ]

  private static func safety(_ name: StaticString, _ value: StaticString) -> (HeaderName, ConstantField) {
    (HeaderName(stringLiteral: name), ConstantField(name: name, value: value))
  }

  /// Whether only the server writes a header. A responder's own value could contradict the server's.
  static func isFraming(_ name: HeaderName) -> Bool {
    // Most names have another length.
    switch name.rawValue.utf8.count {
    case 4: name == .date
    case 14: name == .contentLength
    case 16: name == .request
    case 17: name == .transferEncoding
    default: false
    }
  }

  /// The fields to send: the response's own fields without the framing, then the security headers that it lacks.
  var wireFields: [Headers.Field] {
    headers.fields.filter { !Self.isFraming($0.name) }
      + Self.safetyHeaders.filter { !headers.contains($0.name) }.map {
        Headers.Field(name: $0.name, value: "\($0.field.value)")
      }
  }
}

/// A header field that is part of the program.
struct ConstantField: Sendable {
  let name: StaticString
  let value: StaticString
}

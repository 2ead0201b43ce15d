/// A cookie to set (RFC 6265, 4.1). The defaults are safe: whole site, HTTP only, `SameSite=Lax`.
package struct SetCookie: Sendable, Equatable {
  /// Which requests from other sites carry the cookie.
  package enum SameSite: String, Sendable {
    /// None from another site.
    case strict = "Strict"
    /// Links from another site, but not its forms.
    case lax = "Lax"
    /// All of them. Browsers then require `Secure`.
    case none = "None"
  }

  /// The cookie's name, a token.
  package var name: String
  /// The cookie's value.
  package var value: String
  /// The path below which it is sent.
  package var path = "/"
  /// The lifetime in seconds. Nil keeps the cookie until the browser closes; 0 removes it.
  package var maxAge: Int?
  /// Whether browsers send it over TLS only.
  package var isSecure = false
  /// Whether scripts cannot read it.
  package var isHTTPOnly = true
  /// Which requests from other sites carry it.
  package var sameSite = SameSite.lax

  /// A cookie with the safe attributes.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The header's value. Throws `badHeader` if the name, value or path contains a character that a cookie may not
  /// contain (RFC 6265, 4.1.1).
  package func headerValue() throws(HTTPError) -> String {
    guard HeaderName(rawValue: name).isToken, value.allBytes(Self.isValueCharacter),
      path.allBytes({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") })
    else {
      throw HTTPError(
        .badHeader, "The cookie's name, value or path contains a character that cookies do not allow.", field: name,
        status: .internalServerError)
    }
    var text: [UInt8] = []
    text.reserveCapacity(name.utf8.count + value.utf8.count + path.utf8.count + 80)
    text += name.utf8
    text += "=".utf8
    text += value.utf8
    text += "; Path=".utf8
    text += path.utf8
    if let maxAge {
      text += "; Max-Age=".utf8
      text += String(maxAge).utf8
    }
    if isSecure { text += "; Secure".utf8 }
    if isHTTPOnly { text += "; HttpOnly".utf8 }
    text += "; SameSite=".utf8
    text += sameSite.rawValue.utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// `cookie-octet`: printable ASCII except space, quote, comma, semicolon and backslash.
  private static func isValueCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
    default: byte > 0x20 && byte < 0x7F
    }
  }
}

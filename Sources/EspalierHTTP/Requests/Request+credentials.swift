extension Request {
  /// The name and the password that the client sent (HTTP Basic, RFC 7617); nil if it sent none, or if they are not UTF-8.
  /// Anybody on the way can read them without TLS.
  public var basicCredentials: (name: String, password: String)? {
    guard let field = headers[.authorization] else { return nil }
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "basic", let bytes = Base64.bytes(words[1]),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}

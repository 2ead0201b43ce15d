/// The head of a request as received, before any check.
struct RequestHead: Sendable {
  /// The minor versions of HTTP/1 that reach this server.
  enum Version: Sendable { case http10, http11 }

  var method: Method
  /// Bytes, because a target may contain any byte.
  var target: [UInt8]
  var version: Version
  var fields: RawFields
  /// False if a line ended with a bare LF or CR, or if a value continued on a second line.
  var hasCleanLines: Bool
  /// Bytes of the head on the wire, up to the empty line.
  var size = 0

  /// Whether its connection ends after the reply (RFC 9112, 9.3).
  var isLast: Bool {
    hasConnectionOption("close") || version == .http10 && !hasConnectionOption("keep-alive")
  }

  private func hasConnectionOption(_ option: String) -> Bool {
    fields.values(of: .connection).contains { value in
      let options = value.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return options.contains { $0.span.equalsIgnoringCase(option.utf8.span) }
    }
  }
}

/// The head of a request after all checks.
struct CheckedHead: Sendable {
  let method: Method
  let target: RequestTarget
  let headers: Headers
  /// Bytes of the body.
  let length: Int
}

import Espalier

/// The hygiene that libmicrohttpd 0.9.75 leaves to the application: what two servers could read in two ways is refused.
extension RequestHead {
  /// Decides whether the head may be believed; the error says what is wrong with it.
  func check(_ limits: Limits = Limits()) throws(HTTPError) -> CheckedHead {
    guard hasCleanLines else {
      // RFC 9112, 2.2 (bare CR, bare LF) and 5.2 (obs-fold).
      throw HTTPError(.badHeader, "Each line of the head must end in CR LF, and none may be folded.")
    }
    guard target.count <= limits.target else {
      throw HTTPError(.targetTooLong, "The target is longer than \(limits.target) bytes.").crossing(.target)
    }
    guard fields.count <= limits.headers else {
      throw HTTPError(.tooManyHeaders, "The head has more than \(limits.headers) fields.").crossing(.headers)
    }
    let headers = try checkedHeaders()
    try checkHost(headers)
    let body = try checkedFraming()
    guard let raw = String(validating: target, as: UTF8.self), !target.contains(0) else {
      throw HTTPError(
        .badTarget, "The target holds a NUL or is not UTF-8; write its bytes as %XX, in UTF-8.", field: "target")
    }
    guard raw != "*" || method == .options else {
      // RFC 9112, 3.2.4: the asterisk-form is for OPTIONS alone.
      throw HTTPError(.badTarget, "Only OPTIONS may ask for *.", field: "target")
    }
    return CheckedHead(method: method, target: try RequestTarget(raw), headers: headers, body: body)
  }

  /// RFC 9112, 5.1 (no blank before the colon) and RFC 9110, 5.5 (no controls in values).
  private func checkedHeaders() throws(HTTPError) -> Headers {
    var checked: [Headers.Field] = []
    checked.reserveCapacity(fields.count)
    for (name, value) in fields {
      guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
        throw HTTPError(.badHeader, "A header's name is not a token.")
      }
      let shown = String(decoding: name, as: UTF8.self)
      guard value.allSatisfy(\.isFieldValueCharacter) else {
        throw HTTPError(.badHeader, "A header's value holds a control character.", field: shown)
      }
      // Values may hold Latin-1 by tradition; what is not UTF-8 is kept readable rather than refused.
      let text = String(String(decoding: value, as: UTF8.self).trimmed)
      guard text.isStreamSafe else {
        throw HTTPError(.badHeader, "A header \(PercentDecodingError.tooManyMarks.reason).", field: shown)
      }
      checked.append(Headers.Field(name: HeaderName(rawValue: shown), value: text))
    }
    return Headers(fields: checked)
  }

  /// RFC 9112, 3.2: exactly one Host in HTTP/1.1, never two.
  private func checkHost(_ headers: Headers) throws(HTTPError) {
    let hosts = headers.values(of: .host)
    guard hosts.count <= 1, version == .http10 || hosts.count == 1 else {
      throw HTTPError(.badHeader, "HTTP/1.1 needs exactly one Host.", field: "Host")
    }
    guard let host = hosts.first else { return }
    guard host.utf8.allSatisfy({ $0.isHostCharacter }) else {
      throw HTTPError(.badHeader, "Host is not a host and port.", field: "Host")
    }
  }

  /// RFC 9112, 6.1 to 6.3: one way only to know where the body ends.
  private func checkedFraming() throws(HTTPError) -> CheckedHead.Body {
    let lengths = values(of: .contentLength)
    let codings = values(of: .transferEncoding)
    guard lengths.isEmpty || codings.isEmpty else {
      throw HTTPError(.badFraming, "Content-Length and Transfer-Encoding together are ambiguous.")
    }
    if let coding = codings.first {
      guard version == .http11 else {
        throw HTTPError(.badFraming, "HTTP/1.0 has no transfer codings.", field: "Transfer-Encoding")
      }
      guard codings.count == 1, String(decoding: coding, as: UTF8.self).trimmed.equalsIgnoringCase("chunked") else {
        throw HTTPError(.unknownTransferCoding, "Only chunked is understood.", field: "Transfer-Encoding")
      }
      return .chunked
    }
    guard let length = lengths.first else { return .none }
    guard lengths.count == 1 else {
      throw HTTPError(.badFraming, "Content-Length was sent more than once.", field: "Content-Length")
    }
    guard !length.isEmpty, length.allSatisfy(\.isDigit), let count = Int(String(decoding: length, as: UTF8.self)) else {
      throw HTTPError(.badFraming, "Content-Length is not a number.", field: "Content-Length")
    }
    return .length(count)
  }
}

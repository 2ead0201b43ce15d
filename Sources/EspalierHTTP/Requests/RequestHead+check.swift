import EspalierText

/// Checks that libmicrohttpd 0.9.75 leaves to the application. They refuse a head that two servers could read
/// differently.
extension RequestHead {
  /// Bytes that the head of a usual reply takes. A redirect takes as many more as the target, which it repeats.
  static let usualReply = 2048

  /// Bytes of a connection's memory that remain for the head of the reply.
  ///
  /// libmicrohttpd reads into the first half of the memory, where bytes that the client sent after its request stay. It
  /// makes the half larger in steps for a longer head, and adds an entry of 64 bytes for each field, and for three of its
  /// own.
  func replyRoom(in memory: Int) -> Int {
    let (half, step) = (memory / 2, memory / 16)
    let read = size <= half ? half : max(half + step, size + (memory > 16 << 10 ? step : 128))
    return memory - read - 64 * (fields.count + 3)
  }

  /// Checks whether the head is safe to use. The error says what is wrong with it.
  func check(_ limits: HTTPLimits = HTTPLimits()) throws(HTTPError) -> CheckedHead {
    guard hasCleanLines else {
      // RFC 9112, 2.2 (bare CR, bare LF) and 5.2 (obs-fold).
      throw HTTPError(
        .badHeader, "Each line of the head must end in CR LF, and no header may continue on a second line.")
    }
    guard target.count <= limits.target else {
      throw HTTPError(.targetTooLong, "The target is longer than \(limits.target) bytes.").crossing(.target)
    }
    guard fields.count <= limits.headers else {
      throw HTTPError(.tooManyHeaders, "The head has more than \(limits.headers) fields.").crossing(.headers)
    }
    guard replyRoom(in: limits.headerMemory) >= Self.usualReply + target.count else {
      throw .headTooLarge
    }
    guard HeaderName(rawValue: method.rawValue).isToken else {
      throw HTTPError(.badMethod, "The method \"\(method.rawValue.shown)\" is not a token such as GET or POST.")
    }
    let headers = try checkedHeaders()
    try checkHost(headers)
    let length = try checkedLength()
    guard !target.contains(0), let raw = String(validating: target, as: UTF8.self) else {
      throw HTTPError(
        .badTarget, "The target contains a NUL or is not UTF-8; write its text in UTF-8, as %XX.", field: "target")
    }
    guard raw != "*" || method == .options else {
      // RFC 9112, 3.2.4: only OPTIONS may use the asterisk-form.
      throw HTTPError(.badTarget, "Only OPTIONS may have the target *.", field: "target")
    }
    return CheckedHead(method: method, target: try RequestTarget(raw), headers: headers, length: length)
  }

  /// RFC 9112, 5.1 (no space before the colon) and RFC 9110, 5.5 (no control characters in values).
  private func checkedHeaders() throws(HTTPError) -> Headers {
    var checked: [Headers.Field] = []
    checked.reserveCapacity(fields.count)
    for index in fields.indices {
      let (name, value) = (fields.name(at: index), fields.value(at: index))
      guard name.isToken else {
        throw HTTPError(.badHeader, "A header's name is not a token.")
      }
      let shown = String(decoding: name, as: UTF8.self)
      guard !value.isPlain else {
        checked.append(Headers.Field(name: HeaderName(rawValue: shown), value: String(decoding: value, as: UTF8.self)))
        continue
      }
      guard value.allSatisfy({ $0.isFieldValueCharacter }) else {
        throw HTTPError(.badHeader, "A header's value contains a control character.", field: shown)
      }
      // Values may contain Latin-1 by tradition. Bytes that are not UTF-8 are replaced, not refused.
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
      throw HTTPError(.badHeader, "HTTP/1.1 needs exactly one Host header.", field: "Host")
    }
    guard let host = hosts.first else { return }
    guard Authority.isName(host) || Authority(host) != nil else {
      throw HTTPError(
        .badHeader,
        "Host is not a host with an optional port, such as garden.example:8080 or [2001:db8::1]:8080.",
        field: "Host")
    }
  }

  /// RFC 9112, 6.1 to 6.3: only one way to find the end of the body.
  private func checkedLength() throws(HTTPError) -> Int {
    let lengths = fields.values(of: .contentLength)
    let codings = fields.values(of: .transferEncoding)
    guard lengths.isEmpty || codings.isEmpty else {
      throw HTTPError(
        .badFraming, "Content-Length and Transfer-Encoding together are ambiguous; send only Content-Length.")
    }
    if let coding = codings.first {
      guard version == .http11 else {
        throw HTTPError(.badFraming, "HTTP/1.0 has no transfer codings.", field: "Transfer-Encoding")
      }
      guard codings.count == 1, String(decoding: coding, as: UTF8.self).trimmed.equalsIgnoringCase("chunked") else {
        throw HTTPError(
          .unknownTransferCoding,
          "The server supports no transfer coding; send the body without one, with Content-Length.",
          field: "Transfer-Encoding")
      }
      // libmicrohttpd 0.9.75 never finishes with a connection whose chunk line does not fit its buffer.
      throw HTTPError(
        .lengthRequired, "The server does not accept a chunked body; send Content-Length.",
        field: "Transfer-Encoding")
    }
    guard let length = lengths.first else { return 0 }
    guard lengths.count == 1 else {
      throw HTTPError(.badFraming, "Content-Length was sent more than once.", field: "Content-Length")
    }
    guard !length.isEmpty, length.allSatisfy(\.isDigit), let count = Int(String(decoding: length, as: UTF8.self)) else {
      throw HTTPError(.badFraming, "Content-Length is not a number.", field: "Content-Length")
    }
    return count
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are a token, one or more `tchar` (RFC 9110, 5.6.2).
  fileprivate var isToken: Bool { !isEmpty && span.allBytes { $0.isTokenCharacter } }

  /// Whether the bytes of a field value are printable ASCII without a space at either end: nothing in it is refused,
  /// trimmed or replaced.
  fileprivate var isPlain: Bool {
    first != 0x20 && last != 0x20 && span.allBytes { $0 >= 0x20 && $0 < 0x7F }
  }
}

internal import CMicroHTTPD

extension Exchange {
  /// Turns a response into the daemon's form and queues it; `closing` ends the connection behind it.
  func send(_ response: Response, closing: Bool) -> MHD_Result {
    let response = sendable(response)
    guard let prepared = prepare(response.body) else { return .NO }
    for field in response.wireFields where !prepared.add(field.name.rawValue, field.value) {
      loop.log.write(.error, "header-refused") { line in
        line.add("id", id)
        line.add("name", field.name.rawValue)
      }
    }
    // A stream may end in the middle of an event, so nothing follows it on its connection.
    if closing || loop.isStopping || reader != nil { _ = prepared.add("Connection", "close") }
    _ = prepared.add(HeaderName.request.rawValue, id)
    status = response.status.code
    if method != .head { sent = response.body.count }
    // Counted before the first byte goes out, so that who has read the reply finds it counted.
    loop.metrics.requests.add(method, status: response.status.code)
    loop.metrics.responseBodyBytes.add(sent)
    // Safe: the access handler is being called for this very connection.
    return unsafe prepared.queue(on: handle, status: response.status.code)
  }

  /// Writes a refusal to the socket itself and ends the connection: the head of the request may have left the daemon no memory for the
  /// head of a reply. All earlier replies of the connection have been written by then.
  func sendLast(_ response: Response) -> MHD_Result {
    guard case .bytes(let body) = response.body else { return .NO }
    let fields =
      response.wireFields.map { "\($0.name.rawValue): \($0.value)" }
      + ["Content-Length: \(body.count)", "Connection: close", "\(HeaderName.request.rawValue): \(id)"]
    let head = "HTTP/1.1 \(response.status)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    status = response.status.code
    if method != .head { sent = body.count }
    loop.metrics.requests.add(method, status: response.status.code)
    loop.metrics.responseBodyBytes.add(sent)
    connection.sendLast(Array(head.utf8) + body.prefix(sent))
    return .NO
  }

  /// The response, or the problem that takes its place where it must not reach the wire.
  private func sendable(_ response: Response) -> Response {
    if let field = response.headers.firstUnsafeField {
      // RFC 9110, 5.5: CR, LF or NUL in a value would let its author write the rest of the response.
      return replace(response, "The answer had a header that cannot be sent.", "header-unsafe", field.name.rawValue)
    }
    guard (200...599).contains(response.status.code) else {
      return replace(response, "The answer had no final status.", "status-unsafe", String(response.status.code))
    }
    guard case .stream(let stream) = response.body else { return response }
    if loop.isStopping {
      stream.finish(.gone)
      return problem(.stopping)
    }
    guard stream.attach(wake: { [self] in loop.resume(self) }) else {
      return replace(response, "The answer's stream has another reader.", "stream-reused", "")
    }
    stream.begin(beatingEach: loop.limits.heartbeat)
    loop.metrics.streams.add(stream)
    return response
  }

  private func replace(_ response: Response, _ detail: String, _ event: String, _ what: String) -> Response {
    loop.log.write(.error, event) { line in
      line.add("id", id)
      line.add("what", what)
    }
    if case .stream(let stream) = response.body, event != "stream-reused" { stream.finish(.gone) }
    return problem(HTTPError(.internalError, detail))
  }

  private func prepare(_ body: Response.Body) -> DaemonResponse? {
    switch body {
    case .empty: return DaemonResponse(bytes: [])
    case .bytes(let bytes): return DaemonResponse(bytes: bytes)
    case .shared(let bytes):
      connection.boundUnsent(256 << 10)
      return DaemonResponse(shared: bytes)
    case .file(let file): return DaemonResponse(file: file)
    // Broken before it began: the connection ends without a reply.
    case .stream(let stream) where stream.end == .broken && stream.pending == 0: return nil
    case .stream(let stream):
      // Safe: the reader belongs to the response, which the daemon frees before the connection.
      let reader = unsafe StreamReader(stream, connection: handle, read: loop.metrics.responseBodyBytes)
      self.reader = reader
      // The daemon's timeout rests while the stream is silent (suspended), and ends a reader that takes nothing of what is there. The
      // daemon does not look at a suspended connection, so hang-ups are the loop's to see.
      unsafe espalier_set_timeout(handle, UInt32(max(1, loop.limits.stall.components.seconds)))
      connection.boundUnsent(16 << 10)
      loop.watch(connection)
      return DaemonResponse(reader: reader)
    }
  }

  /// Where the daemon replied with a page of its own (a bad length, a head that is too long), says what its status was.
  func noteDaemonReply() {
    guard status == nil else { return }
    // Safe: the connection lives until its end was told, which comes after this.
    let code = unsafe Int(espalier_reply_status(handle))
    if code > 0 { status = code } else { loop.metrics.unanswered.add() }
  }

  /// One line per request, with the time from the request line to the last byte. `unanswered` are those whose client left.
  func logCompleted() {
    let elapsed = ContinuousClock.now - started
    loop.collect(status == nil ? "unanswered" : "request") { line in
      line.add("method", method?.rawValue ?? "-")
      line.add("path", shownTarget)
      line.add("status", status ?? 0)
      line.add("bytes", reader?.count ?? sent)
      line.add("us", Int(elapsed / .microseconds(1)))
      line.add("remote", client?.address ?? connection.remoteAddress)
      line.add("id", id)
    }
  }
}

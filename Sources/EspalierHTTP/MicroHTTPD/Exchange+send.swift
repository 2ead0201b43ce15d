internal import CMicroHTTPD

extension Exchange {
  /// Turns a response into the daemon's form and queues it. `closing` ends the connection after it.
  func send(_ response: Response, closing: Bool) -> MHD_Result {
    let response = sendable(response)
    guard let prepared = prepare(response.body) else { return .NO }
    let fields = response.headers.fields.span
    for index in fields.indices where !Response.isFraming(fields[index].name) {
      if prepared.add(fields[index].name.rawValue, fields[index].value) { continue }
      let name = fields[index].name.rawValue
      loop.log.write(.error, "header-refused") { line in
        line.add("id", id)
        line.add("name", name)
      }
    }
    for safety in Response.safetyHeaders where !response.headers.contains(safety.name) { prepared.add(safety.field) }
    // A stream may end in the middle of an event, so nothing follows it on its connection.
    if closing || loop.isStopping || reader != nil { prepared.add(ConstantField(name: "Connection", value: "close")) }
    _ = prepared.add(HeaderName.request.rawValue, id)
    status = response.status.code
    if method != .head { sent = response.body.count }
    // Counted before the first byte is sent, so that a client that has read the reply finds it in the metrics.
    loop.metrics.requests.add(method, status: response.status.code)
    loop.metrics.responseBodyBytes.add(sent)
    if let plain = response.plainCount, sent > 0 { loop.metrics.compressionSavedBytes.add(max(0, plain - sent)) }
    // Safe: the access handler is being called for this very connection.
    return unsafe prepared.queue(on: handle, status: response.status.code)
  }

  /// Writes a refusal directly to the socket and ends the connection. The head of the request may have left the daemon
  /// no memory for the head of a reply. All earlier replies of the connection have been written by then.
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

  /// The response, or the problem that replaces it if it must not be sent.
  private func sendable(_ response: Response) -> Response {
    if let field = response.headers.firstUnsafeField {
      // RFC 9110, 5.5: CR, LF or NUL in a value would let its author write the rest of the response.
      return replace(response, "The reply has a header that cannot be sent.", "header-unsafe", field.name.rawValue)
    }
    guard (200...599).contains(response.status.code) else {
      return replace(
        response, "The status of the reply is not between 200 and 599.", "status-unsafe", String(response.status.code))
    }
    guard case .stream(let stream) = response.body else { return response }
    if loop.isStopping {
      stream.finish(.gone)
      return problem(.stopping)
    }
    guard stream.attach(wake: { [self] in loop.resume(self) }) else {
      return replace(response, "The stream of the reply already has a reader.", "stream-reused", "")
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
    // The stream was broken before it began: the connection ends without a reply.
    case .stream(let stream) where stream.end == .broken && stream.pending == 0: return nil
    case .stream(let stream):
      // Safe: the reader belongs to the response, which the daemon frees before the connection.
      let reader = unsafe StreamReader(stream, connection: handle, read: loop.metrics.responseBodyBytes)
      self.reader = reader
      // The daemon's timeout does not run while the stream is silent (suspended). It ends a reader that takes none of
      // the waiting bytes. The daemon does not watch a suspended connection, so the loop watches for hang-ups.
      unsafe espalier_set_timeout(handle, UInt32(max(1, loop.limits.stall.components.seconds)))
      connection.boundUnsent(16 << 10)
      loop.watch(connection)
      return DaemonResponse(reader: reader)
    }
  }

  /// If the daemon replied with its own page (a bad length, a head that is too long), records its status.
  func noteDaemonReply() {
    guard status == nil else { return }
    // Safe: the connection lives until the daemon reports its end, which happens after this.
    let code = unsafe Int(espalier_reply_status(handle))
    if code > 0 { status = code } else { loop.metrics.unanswered.add() }
  }

  /// Logs one line per request, with the time from the request line to the last byte. The event is `unanswered` if the
  /// client left before a reply.
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

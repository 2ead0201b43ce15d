internal import CMicroHTTPD

extension Exchange {
  /// Turns a response into the daemon's form and queues it. `closing` ends the connection after it.
  func send(_ response: Response, closing: Bool) -> MHD_Result {
    let response = sendable(response)
    guard var prepared = prepare(response.body) else { return .NO }
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
    if closing || loop.isStopping || reader != nil {
      prepared.add(ConstantField(name: "Connection", value: "close"))
      isLast = true
    }
    _ = prepared.add(HeaderName.request.rawValue, id)
    // Only the daemon can write to a client that uses TLS.
    if prepared.headSize > replyRoom, loop.shared.tls == nil { return sendLast(response, size: prepared.headSize) }
    status = response.status.code
    if method != .head {
      sent = response.body.count
      replyTicket = loop.shared.replies.enter(response.body) { [self] in
        loop.control { [self] in loop.drop(self, .replies) }
      }
    }
    // Counted before the first byte is sent, so that a client that has read the reply finds it in the metrics.
    loop.metrics.requests.add(method, status: response.status.code)
    loop.metrics.responseBodyBytes.add(sent)
    if let plain = response.plainCount, sent > 0 { loop.metrics.compressionSavedBytes.add(max(0, plain - sent)) }
    // Safe: the access handler is being called for this very connection.
    return unsafe prepared.queue(on: handle, status: response.status.code)
  }

  /// The longest body that is written without the daemon, which then ends the connection.
  private static let longestLast = 32 << 10

  /// Writes a reply directly to the socket and ends the connection, because the daemon has no memory for the reply's head.
  /// All earlier replies of the connection have been written by then.
  private func sendLast(_ response: Response, size: Int) -> MHD_Result {
    reader = nil
    guard !response.body.isStreamed, response.body.count <= Self.longestLast else {
      writeLast(
        replace(
          response, "The head of the reply is too large for the memory of the connection.", "reply-head-too-large",
          "\(size) bytes"))
      return .NO
    }
    writeLast(response)
    return .NO
  }

  /// Writes a short reply directly to the socket, and ends the connection's output.
  func writeLast(_ response: Response) {
    status = response.status.code
    isLast = true
    if method != .head { sent = response.body.count }
    loop.metrics.requests.add(method, status: response.status.code)
    loop.metrics.responseBodyBytes.add(sent)
    if !connection.sendLast(response.wire(id: id, withBody: method != .head)) { lose("not-taken") }
  }

  /// Notes why the request has no reply.
  func lose(_ reason: String) { (status, sent, lossReason, isLost) = (nil, 0, reason, true) }

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
    let code = isLost ? 0 : unsafe Int(espalier_reply_status(handle))
    if code > 0 { status = code } else { loop.metrics.unanswered.add() }
  }

  /// Logs one line per request, with the time from the request line to the last byte. The event is `unanswered` if there
  /// was no reply, and the line says why.
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
      if status == nil { line.add("why", lossReason) }
    }
  }
}

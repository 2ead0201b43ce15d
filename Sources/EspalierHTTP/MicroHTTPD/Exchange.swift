internal import CMicroHTTPD
import EspalierLocks
import Glibc

/// One request and its reply. It begins when the request line is read, and ends when the reply has been sent or the
/// client has left.
///
/// The daemon calls `URI_LOG_CALLBACK` (init), then the access handler: once with the head, once for each piece of the
/// body, once at its end and once more after each resume; then `NOTIFY_COMPLETED`.
@safe
final class Exchange: @unchecked Sendable {
  // Sendable: only the loop's thread touches mutable state, except the mailbox, which has a lock. An answer on another
  // thread reads only what was set before the answer was handed out.
  // Safe: the handle is the daemon's connection, which outlives the exchange; a suspended one cannot end by itself.
  let handle: OpaquePointer
  let loop: Loop
  let connection: Connection
  let id: String
  let started = ContinuousClock.now
  /// The target's place in the daemon's memory, compared as a number only.
  private let targetStart: UnsafePointer<CChar>
  private let targetBytes: [UInt8]

  // These have no run-time checks of exclusive access (SE-0176): one thread uses them, and no change of one of them runs
  // code that uses it too.
  @safe @exclusivity(unchecked) private var state: ExchangeState
  @safe @exclusivity(unchecked) private var body: [UInt8] = []
  /// The bytes that the body takes of the room for all bodies.
  @safe @exclusivity(unchecked) private var bodyRoom = 0
  /// What receives a form with files.
  @safe @exclusivity(unchecked) private var upload: FormReceiver?
  /// The bytes that the form takes of the room for all of them.
  @safe @exclusivity(unchecked) var uploadRoom = 0
  private let mailbox = Lock(Mailbox())
  /// Nil if the daemon itself refused the head.
  @safe @exclusivity(unchecked) private(set) var method: Method?
  @safe @exclusivity(unchecked) private var acceptBytes: [UInt8]?
  @safe @exclusivity(unchecked) private var head: CheckedHead?
  /// Who sent the request; nil until the head has been checked.
  @safe @exclusivity(unchecked) private(set) var client: Client?
  /// The group that counts this request, if it came through a trusted proxy.
  @safe @exclusivity(unchecked) private var counted: String?
  /// Whether the head has arrived.
  @safe @exclusivity(unchecked) private(set) var hasHead = false
  @safe @exclusivity(unchecked) private var wasAsked = false
  /// Whether the request waits for the daemon to return before the responder gets it.
  @safe @exclusivity(unchecked) var isWaiting = false
  /// The reader of the stream that is the reply's body.
  @safe @exclusivity(unchecked) var reader: StreamReader?
  /// The reply's status, once queued.
  @safe @exclusivity(unchecked) var status: Int?
  /// Bytes of the reply's body, if their number was known in advance.
  @safe @exclusivity(unchecked) var sent = 0
  /// The room that the reply takes while the client reads it; nil for a short one.
  @safe @exclusivity(unchecked) var replyTicket: ReplyRoom.Ticket?
  /// Bytes of the connection's memory that the head of the reply may take.
  @safe @exclusivity(unchecked) private(set) var replyRoom = 0
  /// Why there is no reply, for the log.
  @safe @exclusivity(unchecked) var lossReason = "client-left"
  /// Whether the daemon closes the connection after the reply.
  @safe @exclusivity(unchecked) var isLast = false
  /// Whether there is no reply although the daemon may have one.
  @safe @exclusivity(unchecked) var isLost = false

  init(_ handle: OpaquePointer, on connection: Connection, loop: Loop, target: UnsafePointer<CChar>) {
    unsafe self.handle = handle
    unsafe targetStart = target
    // Safe: the daemon ends the target with a NUL; it is copied here because the daemon decodes it in place afterwards.
    targetBytes = unsafe Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
    self.connection = connection
    self.loop = loop
    id = loop.shared.ids.make()
    state = ExchangeState(limit: loop.limits.body)
    connection.enter(.head)
  }

  /// The target as sent, for the log.
  var shownTarget: String { loop.shared.loggedTarget.text(of: String(decoding: targetBytes, as: UTF8.self)) }

  /// The access handler's first call: only the head is known.
  func headArrived(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> MHD_Result {
    let raw = unsafe RawHead.read(
      handle, method: method, version: version, target: targetStart, targetBytes: targetBytes)
    self.method = raw.method
    hasHead = true
    isLast = raw.isLast
    replyRoom = raw.replyRoom(in: loop.limits.headerMemory)
    // A copy, because a slice would keep the whole head as long as a stream lives.
    acceptBytes = raw.fields.values(of: .accept).first.map { Array($0) }
    connection.enter(.body)
    do {
      let checked = try raw.check(loop.limits)
      head = checked
      let client = try admittedClient(checked.headers)
      self.client = client
      upload = try receiver(of: checked, from: client)
      if upload == nil { try takeRoom(for: checked.length) } else { connection.enter(.upload) }
      let action = state.headArrived(length: checked.length, isUpload: upload != nil)
      return unsafe perform(action, UnsafeRawBufferPointer(start: nil, count: 0))
    } catch {
      return refuse(error, early: true)
    }
  }

  /// The group that counts this request.
  var group: String { ClientGroup.name(of: client?.address ?? connection.remoteAddress) }

  private func takeRoom(for length: Int) throws(HTTPError) {
    guard length > 0, length <= loop.limits.body else { return }
    guard loop.shared.bodies.enter(length, from: group) else { throw .bodiesFull }
    bodyRoom = length
  }

  /// A later call of the access handler: a piece of the body, the end of the body if `bytes` is empty, or the call
  /// after a resume.
  func bodyArrived(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    connection.progress.called()
    if wasAsked { return sendAnswer() }
    return unsafe perform(bytes.isEmpty ? state.bodyEnded() : state.bodyArrived(), bytes)
  }

  private func perform(_ action: ExchangeState.Action, _ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    switch action {
    case .wait: return .YES
    case .collect:
      // Safe: the daemon's buffer is copied before the call returns.
      if upload == nil { unsafe body.append(contentsOf: bytes) } else { upload?.take(unsafe Array(bytes)) }
      return .YES
    case .cut: return .NO
    case .refuse(let code):
      let error = HTTPError(code, "The body is larger than \(loop.limits.body) bytes.").crossing(.body)
      return refuse(error, early: true)
    case .respond: return ask()
    }
  }

  /// Returns who sent the request. A client behind a trusted proxy may have as many requests under way as another
  /// client may have connections.
  private func admittedClient(_ headers: Headers) throws(HTTPError) -> Client {
    guard connection.isProxy else {
      return Client(address: connection.remoteAddress, isSecure: loop.shared.tls != nil)
    }
    let client = try Client(behind: connection.remoteAddress, headers, proxies: loop.shared.proxies)
    guard client.isAddressKnown else { return client }
    let group = ClientGroup.name(of: client.address)
    guard loop.shared.clients.admits(group) else {
      throw HTTPError(
        .tooManyRequests,
        "An address may have \(loop.limits.connectionsPerAddress) requests and streams under way; end one of them."
      ).crossing(.connectionsPerAddress)
    }
    loop.shared.clients.opened(group)
    counted = group
    return client
  }

  /// Passes the request to the responder. A request that needs no page gets its answer at once. All other requests wait
  /// until the daemon has returned, because page code may take long and the daemon must not wait for it. The daemon
  /// calls again until there is an answer or the connection is suspended.
  private func ask() -> MHD_Result {
    // A stream may live for hours, so release now what its end does not need.
    guard let client, let head = head.take() else { return .NO }
    connection.enter(.reply)
    guard !loop.isAbandoning else { return refuse(.stopping, early: false) }
    let form: MultipartForm?
    do { form = try upload.take()?.finish() } catch { return refuse(error, early: false) }
    let request = Request(
      head.method, head.target, headers: head.headers, body: body, client: client, id: id, upload: form)
    body = []
    wasAsked = true
    if let response = loop.responder.immediateResponse(to: request) { return send(response, closing: false) }
    guard !connection.isSurplus else { return refuse(.serverFull, early: true) }
    isWaiting = true
    loop.later(self, request)
    return .YES
  }

  /// Asks the responder.
  func respond(to request: Request) {
    let answer = Answer(
      deliver: { [self] response in deliver(response?.compressed(for: request) ?? problem(Self.dropped)) },
      refused: { [log = loop.log, id] in log.write(.error, "answered-twice") { $0.add("id", id) } },
      watch: { [self] work in watch(work) })
    loop.responder.respond(to: request, answer)
  }

  /// Sends the answer if there is one; otherwise suspends the connection until there is.
  private func sendAnswer() -> MHD_Result {
    guard !isWaiting else { return .YES }
    // Suspends under the mailbox's lock, so that an answer from another thread cannot arrive in between.
    let response = mailbox.withLock { mailbox in
      mailbox.take(orSleep: { unsafe MHD_suspend_connection(handle) })
    }
    guard let response else { return .YES }
    loop.unwatch(connection)
    return send(response, closing: false)
  }

  /// Watches for the client of a suspended request to disconnect; any thread may call it. The daemon does not watch a
  /// suspended connection.
  private func watch(_ work: @escaping @Sendable () -> Void) {
    mailbox.withLock { $0.hangUp = work }
    loop.control { [self] in if connection.exchange === self && status == nil { loop.watch(connection) } }
  }

  /// The client has ended its side.
  func hungUp() {
    reader?.stream.finish(.gone)
    mailbox.withLock { $0.hangUp.take() }?()
  }

  /// Puts an answer into the mailbox; any thread may call it. Returns false if the request no longer waits for an
  /// answer.
  @discardableResult
  private func deliver(_ response: Response) -> Bool {
    switch mailbox.withLock({ $0.deliver(response) }) {
    case .none: return true
    case .wake:
      loop.resume(self)
      return true
    case .tooLate:
      if case .stream(let stream) = response.body { stream.finish(.gone) }
      return false
    }
  }

  /// The server cannot wait any longer: a suspended request gets a 503, and an open stream ends.
  func abandon() {
    if wasAsked && status == nil && deliver(problem(.stopping)) { loop.metrics.rejections.add(to: .shutdownGrace) }
    reader?.stream.finish(.gone)
  }

  private func refuse(_ error: HTTPError, early: Bool) -> MHD_Result {
    connection.enter(.reply)
    loop.metrics.note(error)
    return send(problem(error), closing: early)
  }

  /// Whether the whole head has arrived, but the daemon has not passed it on.
  var isBeingRead: Bool {
    // Safe: the connection outlives its exchange.
    unsafe !hasHead && status == nil && espalier_header_size(handle) > 0
  }

  /// Replies instead of the daemon, which refuses the head because it cannot read its length, or has no memory for the
  /// last field. The daemon would send the head of its own reply twice.
  func replyForDaemon(status: Int) {
    let error: HTTPError =
      switch status {
      case 413: HTTPError(.contentTooLarge, "Content-Length is too large.", field: "Content-Length").crossing(.body)
      case 431: .headTooLarge
      default: HTTPError(.badFraming, "Content-Length is not a number.", field: "Content-Length")
      }
    loop.metrics.note(error)
    guard loop.shared.tls == nil else {
      // Only the daemon can write to this client.
      lose(error.code.rawValue)
      connection.cut()
      return
    }
    writeLast(problem(error))
  }

  /// The request is over: the reply has been sent, or the client has left or was silent for too long.
  func completed(_ end: MHD_RequestTerminationCode) {
    // The daemon closes the connection after its own replies, too.
    if end != .REQUEST_TERMINATED_COMPLETED_OK || status == nil { isLast = true }
    if end == .REQUEST_TERMINATED_TIMEOUT_REACHED {
      loop.metrics.rejections.add(to: reader == nil ? .idle : .stall)
      lossReason = "idle"
    }
    if loop.takeLostReply() { lose("no-memory") }
    if let limit = connection.exceeded { lossReason = limit.rawValue }
    if case .stream(let stream)? = mailbox.withLock({ $0.close() })?.body { stream.finish(.gone) }
    loop.unwatch(connection)
    if bodyRoom > 0 { loop.shared.bodies.leave(bodyRoom, from: group) }
    if uploadRoom > 0 { loop.shared.uploads.leave(uploadRoom, from: group) }
    if let replyTicket { loop.shared.replies.leave(replyTicket) }
    // A form that was cut: its files go with it.
    upload = nil
    reader?.stream.finish(.gone)
    noteDaemonReply()
    if let counted { loop.shared.clients.closed(counted) }
    connection.exchange = nil
    connection.enter(isLast ? .last : .idle)
    logCompleted()
  }

  private static let dropped = HTTPError(.internalError, "The server's code did not answer this request.")

  /// An error in the form the client prefers, as far as its head could be read.
  func problem(_ error: HTTPError) -> Response {
    let accept = Accept(acceptBytes.map { String(decoding: $0, as: UTF8.self) })
    return Problem(error, instance: id).response(accepting: accept, in: loop.shared.problemFrame)
  }
}

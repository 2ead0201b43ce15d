import CCurl
import EspalierHTTP
import EspalierServer

/// One request to another node, and its answer. The answer is given when it is complete, or when its head is there if the
/// body is long or has no known length.
@safe final class Transfer: @unchecked Sendable {
  // Sendable: it is handed over under a lock, and from then on only the thread of the transfers touches what changes.

  /// A body longer than this is passed on while it comes.
  private static let longBody = 256 << 10

  let address: String
  private let request: Request
  private let secret: String
  private let channel: PassedRequest.Channel?
  /// The stream whose bytes arrive on the channel.
  private let channelStream: EventStream?
  private var reply: (@Sendable (Passed) -> Void)?
  /// The form that is sent, and how much of it was.
  private var form: (pieces: [MultipartForm.Piece], boundary: String)?
  private var sent = (piece: 0, offset: 0)

  private var list: UnsafeMutablePointer<curl_slist>?

  /// What the first line of the answer says; 0 before it has come.
  private var status = Status(0, "")
  private var headers = Headers()
  private var length: Int?
  private var body: [UInt8] = []
  /// What the client gets while the body comes.
  private var stream: EventStream?
  /// Calls when the stream has room again, and when its client is gone.
  var onDrain: @Sendable () -> Void = {}
  var onGone: @Sendable () -> Void = {}
  /// Called with what the port of the other node says when it does not let the request in.
  var onRefusal: @Sendable (String) -> Void = { _ in }

  /// With a channel, the stream of the answer may come there: then it is `channelStream`.
  init(
    _ request: Request, to address: String, secret: String, on channel: PassedRequest.Channel? = nil,
    as channelStream: EventStream? = nil, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    (self.request, self.address, self.secret, self.reply) = (request, address, secret, reply)
    (self.channel, self.channelStream) = (channel, channelStream)
    if let upload = request.upload {
      let boundary = "espalier-\(RandomID.next())"
      form = (upload.pieces(boundary: boundary), boundary)
    }
  }

  // MARK: The request

  /// Gives libcurl the head, which it reads until `freeHead`.
  func setHead(of handle: UnsafeMutableRawPointer) {
    // Safe: libcurl copies the texts.
    for line in head { unsafe list = curl_slist_append(list, line) }
    unsafe espalier_curl_pointer(handle, CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(list))
  }

  func freeHead() {
    unsafe curl_slist_free_all(list)
    unsafe list = nil
  }

  /// The lines of the head.
  private var head: [String] {
    var fields = request.headers.fields.filter { !$0.name.staysHere }
    if let form {
      fields.removeAll { $0.name == .contentType }
      fields.append(.init(name: .contentType, value: "multipart/form-data; boundary=\(form.boundary)"))
    }
    fields.append(.init(name: .secret, value: secret))
    fields.append(.init(name: .sender, value: PassedRequest(request, on: channel).text))
    // What libcurl would add by itself.
    let missing = [HeaderName.accept, .contentType, "Expect"].filter { name in !fields.contains { $0.name == name } }
    return fields.map { $0.value.isEmpty ? "\($0.name.rawValue);" : "\($0.name.rawValue): \($0.value)" }
      + missing.map { "\($0.rawValue):" }
  }

  /// Prepares a handle of libcurl, which is new or was reset.
  func prepare(_ handle: UnsafeMutableRawPointer) {
    unsafe espalier_curl_text(handle, CURLOPT_URL, "http://\(address)/")
    unsafe espalier_curl_text(handle, CURLOPT_REQUEST_TARGET, request.target.raw)
    unsafe espalier_curl_text(handle, CURLOPT_PROXY, "")
    unsafe espalier_curl_number(handle, CURLOPT_NOSIGNAL, 1)
    unsafe espalier_curl_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    unsafe espalier_curl_number(handle, CURLOPT_CONNECTTIMEOUT_MS, 1_000)
    // A node that cannot be reached any more is noticed after some seconds. One that sends nothing is given up when the
    // longest poll would be over, and when an idle stream would have had a heartbeat.
    unsafe espalier_curl_number(handle, CURLOPT_TCP_KEEPALIVE, 1)
    unsafe espalier_curl_number(handle, CURLOPT_TCP_KEEPIDLE, 2)
    unsafe espalier_curl_number(handle, CURLOPT_TCP_KEEPINTVL, 1)
    unsafe espalier_curl_patience(handle)
    unsafe espalier_curl_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
    unsafe espalier_curl_number(handle, CURLOPT_LOW_SPEED_TIME, 90)
    // libcurl repeats a request if an old connection turns out to be closed.
    unsafe espalier_curl_number(handle, CURLOPT_FRESH_CONNECT, request.isRepeatable ? 0 : 1)
    if let form {
      unsafe espalier_curl_number(handle, CURLOPT_POST, 1)
      let count = form.pieces.reduce(0) { $0 + $1.count }
      unsafe espalier_curl_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(count))
      unsafe espalier_curl_function(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
        // Safe: the thread holds the transfer as long as libcurl has the handle.
        unsafe context.map { unsafe Transfer.at($0).read(into: bytes, size * count) } ?? 0
      }
      unsafe espalier_curl_pointer(handle, CURLOPT_READDATA, context)
    } else if !request.body.isEmpty || request.method == .post {
      unsafe espalier_curl_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      // Safe: libcurl copies the bytes.
      unsafe request.body.withUnsafeBytes { bytes in
        let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(handle)
        unsafe espalier_curl_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
      }
    } else {
      unsafe espalier_curl_number(handle, CURLOPT_HTTPGET, 1)
    }
    // A head is asked for with GET, because the length of the body belongs to its answer.
    let method = request.method == .head ? Method.get : request.method
    unsafe espalier_curl_text(handle, CURLOPT_CUSTOMREQUEST, method.rawValue)
    unsafe espalier_curl_function(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      // Safe: as above; the bytes are read within the call.
      if let context = unsafe context {
        unsafe Transfer.at(context).takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }
      return size * count
    }
    unsafe espalier_curl_pointer(handle, CURLOPT_HEADERDATA, context)
    unsafe espalier_curl_function(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      // Safe: as above.
      guard let context = unsafe context else { return 0 }
      return unsafe Transfer.at(context).take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    unsafe espalier_curl_pointer(handle, CURLOPT_WRITEDATA, context)
    unsafe espalier_curl_pointer(handle, CURLOPT_PRIVATE, context)
  }

  private var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The transfer that a callback of libcurl is about.
  static func at(_ context: UnsafeMutableRawPointer) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Writes the next bytes of the form. Returns their number, 0 at the end.
  private func read(into bytes: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
    guard let form else { return 0 }
    while sent.piece < form.pieces.count {
      let piece = form.pieces[sent.piece]
      let next: [UInt8] =
        switch piece {
        case .bytes(let bytes): Array(bytes.dropFirst(sent.offset).prefix(room))
        case .file(let file): file.content.read(min(room, file.size - sent.offset), at: sent.offset)
        }
      guard !next.isEmpty else {
        // A file that became shorter ends the request, because its length is announced.
        if sent.offset < piece.count { return Int(CURL_READFUNC_ABORT) }
        sent = (sent.piece + 1, 0)
        continue
      }
      sent.offset += next.count
      // Safe: the room has as many bytes.
      unsafe UnsafeMutableRawBufferPointer(start: bytes, count: room).copyBytes(from: next)
      return next.count
    }
    return 0
  }

  // MARK: The answer

  private func takeLine(_ bytes: UnsafeRawBufferPointer) {
    let line = unsafe String(decoding: bytes, as: UTF8.self).trimmingLineEnd
    if line.hasPrefix("HTTP/") {
      let parts = line.split(separator: " ", maxSplits: 2)
      let code = parts.dropFirst().first.flatMap { Int($0) } ?? 0
      (status, headers, length) = (Status(code, parts.count > 2 ? String(parts[2]) : ""), Headers(), nil)
    } else if line.isEmpty {
      if status.code >= 200 { takeHead() }
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(HeaderName(rawValue: String(line[..<colon])), String(value))
    }
  }

  private func takeHead() {
    length = headers[.contentLength].flatMap { Int($0) }
    let hasBody = status != .noContent && status != .notModified
    guard mark == .given, hasBody, length.map({ $0 > Self.longBody }) ?? true else { return }
    // Nothing but the body's own bytes, unless it is a stream of events, in which a comment says that it is alive.
    let isEvents = headers.contentType?.isSame(as: .eventStream) == true
    let stream = isEvents ? EventStream() : EventStream(heartbeat: { _ in [] })
    stream.onClose { [onGone] end in if end == .gone { onGone() } }
    self.stream = stream
    give(.answer(response(.stream(stream))))
  }

  /// Takes bytes of the body. Returns their number, or what makes libcurl wait or give up.
  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let stream else {
      // Stops reading an answer that does not come from a node.
      let isOfNode = mark != nil || headers.contains(.request)
      if !isOfNode || body.count + bytes.count > max(Self.longBody, length ?? 0) { return 0 }
      unsafe body.append(contentsOf: bytes)
      return bytes.count
    }
    switch unsafe stream.send(Array(bytes)) {
    case .queued: return bytes.count
    case .closed: return 0
    case .full:
      stream.whenDrained(onDrain)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
  }

  private var mark: AnswerMark? { headers[.answer].flatMap { AnswerMark(rawValue: $0) } }

  private func response(_ body: Response.Body) -> Response {
    var headers = headers
    for name in [HeaderName.answer, .connection, "Keep-Alive"] { headers[name] = nil }
    return Response(status, headers: headers, body: body)
  }

  /// The transfer is over.
  func end(isWhole: Bool, isSent: Bool) {
    if let stream { return stream.finish(isWhole ? .finished : .broken) }
    switch mark {
    case .given where isWhole: give(.answer(response(body.isEmpty ? .empty : .bytes(body))))
    case .onChannel where isWhole: give(.answer(response(channelStream.map { .stream($0) } ?? .empty)))
    case .given, .onChannel: give(.broken)
    case .moved: give(.unhandled)
    case .refused:
      onRefusal(String(decoding: body, as: UTF8.self))
      give(.unhandled)
    // The server of the node has refused the request by itself, perhaps in the middle of it.
    case nil where isWhole && headers.contains(.request) && status.code >= 400:
      give(.answer(response(body.isEmpty ? .empty : .bytes(body))))
    // Another program has the address, or nobody.
    case nil: give(isSent ? .broken : .unhandled)
    }
  }

  private func give(_ passed: Passed) { reply.take()?(passed) }
}

extension String {
  fileprivate var trimmingLineEnd: Substring {
    var text = self[...]
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" { text.unicodeScalars.removeLast() }
    return text
  }
}

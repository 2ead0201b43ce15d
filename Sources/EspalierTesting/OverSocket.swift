public import EspalierHTTP
public import EspalierServer
import Glibc

/// Serves a site on a free port of this machine and sends it HTTP/1.1 requests.
public final class OverSocket: SettlingTransport {
  let site: Site
  private let server: HTTPServer
  private let address: BoundAddress

  /// Starts a server for a site. It stops when the transport is deallocated. Throws `SiteError` and `ServerError`.
  public init(_ site: Site) throws {
    self.site = site
    server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    address = try server.start()
  }

  deinit { server.stop() }

  /// Sends a request and returns the server's reply. Opens a new connection for each request.
  public func reply(to request: Request) async throws -> Response {
    let bytes = head(of: request) + request.body
    // On a thread of its own: the server may need the few threads on which Swift runs tasks.
    let reply = try await withCheckedThrowingContinuation { done in
      let thread = Thread { [self] in done.resume(with: Result { try exchange(bytes) }) }
      guard let thread else { return done.resume(throwing: ConnectionBroken(description: "no thread can be started")) }
      thread.detach()
    }
    return try parse(reply)
  }

  private func head(of request: Request) -> [UInt8] {
    var lines = ["\(request.method.rawValue) \(request.target.raw) HTTP/1.1", "Host: \(address)", "Connection: close"]
    lines += request.headers.fields.map { "\($0.name): \($0.value)" }
    if !request.body.isEmpty { lines.append("Content-Length: \(request.body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var peer = sockaddr_in()
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = address.port.bigEndian
    peer.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    // Safe: the address is a local variable that outlives the call.
    let connected = unsafe withUnsafePointer(to: &peer) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw ConnectionBroken(description: "cannot connect to \(address)") }
    var sent = 0
    while sent < bytes.count {
      // Safe: the pointer and the count are those of the slice.
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw ConnectionBroken(description: "the connection ended while sending") }
      sent += count
    }
    var reply: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Safe: the buffer is an array of the given length.
      let count = unsafe recv(socket, &chunk, chunk.count, 0)
      guard count >= 0 else { throw ConnectionBroken(description: "the connection broke") }
      if count == 0 { return reply }
      reply += chunk[..<count]
    }
  }

  private func parse(_ reply: [UInt8]) throws -> Response {
    let separator = Array("\r\n\r\n".utf8)
    guard let end = reply.indices.first(where: { reply[$0...].starts(with: separator) }) else {
      throw ConnectionBroken(description: "the reply has no head: \(String(decoding: reply.prefix(80), as: UTF8.self))")
    }
    var lines = String(decoding: reply[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.removeFirst().split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let code = Int(words[1]) else {
      throw ConnectionBroken(description: "the reply has no status")
    }
    var headers = Headers()
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw ConnectionBroken(description: "the reply has a header without a colon: \(line)")
      }
      headers.append(HeaderName(rawValue: String(line[..<colon])), String(line[line.index(colon, offsetBy: 2)...]))
    }
    var body = Array(reply[(end + separator.count)...])
    if headers[.transferEncoding] != nil {
      guard let whole = Chunks.joined(body) else {
        throw ConnectionBroken(description: "the reply ended before its last chunk")
      }
      body = whole
    }
    if let length = headers[.contentLength].flatMap({ Int($0) }), length != body.count {
      throw ConnectionBroken(description: "the reply ended after \(body.count) of \(length) bytes")
    }
    return Response(Status(code, words.count > 2 ? String(words[2]) : ""), headers: headers, body: .bytes(body))
  }
}

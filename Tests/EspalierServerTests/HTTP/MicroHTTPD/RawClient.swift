import Glibc

@testable import EspalierHTTP
@testable import EspalierServer

/// A reply as received.
struct RawReply: Equatable {
  let status: Int
  let headers: [String: String]
  let body: String
}

/// A blocking socket that sends exactly the given bytes, even if no HTTP library would send them.
final class RawClient {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// Whether the server has closed its side.
  private(set) var hasEnded = false

  /// Connects to a port of this machine. Reading gives up after the timeout. A small `receiveBuffer` limits how many
  /// unread bytes can arrive.
  init(
    _ port: UInt16, timeout: Duration = .seconds(30), host: String = "127.0.0.1", receiveBuffer: Int32? = nil
  ) throws {
    guard let address = SocketAddress(host: host, port: port) else { throw Failure.address }
    descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let (seconds, attoseconds) = timeout.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    // Safe: the calls only read locals.
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // Safe: a local again. The buffer's size at connection time limits the window that the socket offers.
    if var size = receiveBuffer {
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    let connected = unsafe address.withPointer { unsafe connect(descriptor, $0, $1) }
    guard connected == 0 else {
      close(descriptor)
      throw Failure.refused
    }
  }

  enum Failure: Error { case address, refused }

  deinit { close(descriptor) }

  /// Sends all bytes; false if the server has cut the connection.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      // Safe: the buffer is only read during the call.
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Sends text unchanged.
  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends a GET.
  @discardableResult
  func get(_ path: String, _ headers: String = "") -> Bool { send("GET \(path) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n") }

  /// Ends the sending side only.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes a close look like a reset to the server.
  func setReset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    // Safe: a local that is only read during the call.
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Reads until the server closes or the timeout passes. Returns everything that is left.
  func readAll() -> String {
    while more() {}
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }

  /// Reads until this text arrives, and takes everything up to its end; nil after the timeout or if the server closes.
  func read(until text: String) -> String? {
    let wanted = Array(text.utf8)
    while true {
      if let start = position(of: wanted) { return take(start + wanted.count) }
      guard more() else { return nil }
    }
  }

  /// Reads one reply by its length or chunks; nil if no complete reply arrives. A reply to HEAD has no body.
  func reply(toHead: Bool = false) -> RawReply? {
    guard let head = read(until: "\r\n\r\n") else { return nil }
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      if let (name, value) = line.pair(separatedBy: ":") { headers[name.lowercased()] = String(value) }
    }
    if status == 100 { return reply(toHead: toHead) }
    guard !toHead, status != 304, status != 204 else { return RawReply(status: status, headers: headers, body: "") }
    guard
      let body = headers["transfer-encoding"] == "chunked" ? chunks() : read(Int(headers["content-length"] ?? "") ?? 0)
    else { return nil }
    return RawReply(status: status, headers: headers, body: body)
  }

  private func chunks() -> String? {
    var body = ""
    while let size = read(until: "\r\n").flatMap({ Int($0.dropLast(1), radix: 16) }) {
      guard let chunk = read(size), read(2) == "\r\n" else { return nil }
      if size == 0 { return body }
      body += chunk
    }
    return nil
  }

  private func read(_ count: Int) -> String? {
    while pending.count < count { guard more() else { return nil } }
    return take(count)
  }

  private func take(_ count: Int) -> String {
    defer { pending.removeFirst(count) }
    return String(decoding: pending.prefix(count), as: UTF8.self)
  }

  private func position(of wanted: [UInt8]) -> Int? {
    guard pending.count >= wanted.count else { return nil }
    return (0...(pending.count - wanted.count)).first { pending[$0...].starts(with: wanted) }
  }

  private func more() -> Bool {
    guard !hasEnded else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    // Safe: the kernel writes at most the length of the buffer.
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count == 0 || (count < 0 && errno == ECONNRESET) { hasEnded = true }
    guard count > 0 else { return false }
    pending += buffer.prefix(count)
    return true
  }
}

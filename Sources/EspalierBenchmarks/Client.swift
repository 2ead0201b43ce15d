import Glibc

/// Returns a socket that is connected to a port of this machine; nil if no server listens there.
func connected(to port: UInt16) -> Int32? {
  let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var peer = sockaddr_in()
  peer.sin_family = sa_family_t(AF_INET)
  peer.sin_port = port.bigEndian
  peer.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  var yes: Int32 = 1
  // Safe: both calls get local variables that outlive them, with their sizes.
  unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
  let result = unsafe withUnsafePointer(to: &peer) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard result == 0 else {
    close(socket)
    return nil
  }
  return socket
}

/// The client cannot connect to the server that the benchmark has started.
struct Unreachable: Error {}

/// A keep-alive connection to this machine. Sends a request and waits for the whole reply.
final class Client {
  private let socket: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The number of bytes of the last reply in the buffer.
  private var filled = 0

  init?(port: UInt16) {
    guard let socket = connected(to: port) else { return nil }
    self.socket = socket
  }

  deinit { close(socket) }

  /// Sends a request and reads the whole reply, whose head has the length of the body. Returns the status.
  func status(of request: [UInt8]) -> Int { begin(request) ? status() : 0 }

  /// Sends a request, and does not wait for the reply.
  func begin(_ request: [UInt8]) -> Bool {
    // Safe: the array has the given length.
    unsafe send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
  }

  /// Reads the whole reply to the request that was sent. Returns its status; zero if the connection ended.
  func status() -> Int {
    filled = 0
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(socket, bytes.baseAddress.map { unsafe $0 + filled }, bytes.count - filled, 0)
      }
      guard count > 0 else { return 0 }
      filled += count
      if let end = endOfReply(filled), filled >= end { break }
    }
    return Int(String(decoding: buffer[9..<12], as: UTF8.self)) ?? 0
  }

  /// Sends a GET request. Returns the reply's head and body; empty if the status is not 200.
  func get(_ path: String, _ field: String = "") -> String {
    guard status(of: Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\(field)\r\n".utf8)) == 200 else { return "" }
    return String(decoding: buffer[..<filled], as: UTF8.self)
  }

  /// Returns the length of the reply: of the head up to an empty line, and of the body; nil if the head is incomplete.
  private func endOfReply(_ filled: Int) -> Int? {
    guard let end = find(Array("\r\n\r\n".utf8), before: filled),
      let field = find(Array("Content-Length: ".utf8), before: end)
    else { return nil }
    return buffer[field..<end].prefix { (48...57).contains($0) }.reduce(0) { $0 * 10 + Int($1 - 48) } + end
  }

  /// Returns the end of the first occurrence of a text. The standard library's search costs more than the request.
  private func find(_ text: [UInt8], before end: Int) -> Int? {
    var start = 0
    while start + text.count <= end {
      if buffer[start] == text[0], buffer[start..<start + text.count].elementsEqual(text) { return start + text.count }
      start += 1
    }
    return nil
  }
}

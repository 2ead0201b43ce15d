import Glibc

/// Requests a URL of a running server; throws unless the answer is 200. The container's health check runs this.
struct HealthCheck {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let url: String

  func run() throws {
    let reply = try ask(try target())
    guard reply.hasPrefix("HTTP/1.1 200") else {
      throw Failure(description: "\(url) answered \(reply.prefix { !$0.isNewline })")
    }
  }

  /// Splits a URL like `http://127.0.0.1:8080/healthz` into IPv4 address, port and path (by default `/healthz`).
  private func target() throws -> (host: String, port: UInt16, path: String) {
    let rest = url.hasPrefix("http://") ? url.dropFirst(7) : url[...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash].split(separator: ":")
    guard authority.count == 2, let port = UInt16(authority[1]) else {
      throw Failure(description: "--check needs a URL like http://127.0.0.1:8080/healthz, not \(url)")
    }
    return (String(authority[0]), port, slash == rest.endIndex ? "/healthz" : String(rest[slash...]))
  }

  private func ask(_ target: (host: String, port: UInt16, path: String)) throws -> String {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = target.port.bigEndian
    var timeout = timeval(tv_sec: 3, tv_usec: 0)
    // Safe: each call gets the address and the size of a local that outlives it.
    unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    guard unsafe inet_pton(AF_INET, target.host, &address.sin_addr) == 1 else {
      throw Failure(description: "\(target.host) is not an IPv4 address")
    }
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(description: "no server listens at \(url)") }
    let request = Array("GET \(target.path) HTTP/1.1\r\nHost: \(target.host)\r\nConnection: close\r\n\r\n".utf8)
    var reply = [UInt8](repeating: 0, count: 512)
    // Safe: both buffers are arrays of at least the length given.
    guard unsafe send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw Failure(description: "the request to \(url) could not be sent")
    }
    let count = unsafe recv(socket, &reply, reply.count, 0)
    guard count > 0 else { throw Failure(description: "\(url) did not answer within 3 s") }
    return String(decoding: reply[..<count], as: UTF8.self)
  }
}

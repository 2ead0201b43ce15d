/// A body in chunks (RFC 9112, 7.1), as the server sends what has no length.
enum Chunks {
  /// The body; nil where its last chunk, the empty one, is not there.
  static func joined(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    var (rest, body) = (Array(bytes)[...], [UInt8]())
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self).prefix { $0.isHexDigit }
      guard let size = Int(line, radix: 16) else { return nil }
      if size == 0 { return body }
      let chunk = rest[(end + 1)...].prefix(size)
      body += chunk
      rest = rest[(end + 1)...].dropFirst(size + 2)
    }
    return nil
  }
}

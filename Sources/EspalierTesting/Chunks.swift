/// Decodes a chunked body (RFC 9112, 7.1). The server sends bodies of unknown length in chunks.
enum Chunks {
  /// Returns the body; nil if its last, empty chunk is missing.
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

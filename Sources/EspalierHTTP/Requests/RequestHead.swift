/// The head of a request as received, before any check.
struct RequestHead: Sendable {
  /// The minor versions of HTTP/1 that reach this server.
  enum Version: Sendable { case http10, http11 }

  var method: Method
  /// Bytes, because a target may contain any byte.
  var target: [UInt8]
  var version: Version
  var fields: [(name: [UInt8], value: [UInt8])]
  /// False if a line ended with a bare LF or CR, or if a value continued on a second line.
  var hasCleanLines: Bool
  /// Bytes of the head on the wire, up to the empty line.
  var size = 0

  /// The values of a name, compared case-insensitively.
  func values(of name: HeaderName) -> [[UInt8]] {
    var values: [[UInt8]] = []
    for index in fields.indices where fields[index].name.isName(name.rawValue) { values.append(fields[index].value) }
    return values
  }
}

/// The head of a request after all checks.
struct CheckedHead: Sendable {
  let method: Method
  let target: RequestTarget
  let headers: Headers
  /// Bytes of the body.
  let length: Int
}

extension [UInt8] {
  /// Whether the bytes are a name, compared case-insensitively.
  fileprivate func isName(_ name: String) -> Bool {
    guard count == name.utf8.count else { return false }
    let (own, other) = (span, name.utf8.span)
    for index in own.indices where own[index].lowercased != other[index].lowercased { return false }
    return true
  }
}

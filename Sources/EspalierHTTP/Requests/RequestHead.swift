/// The head of a request as the wire gave it, before anything in it is believed.
struct RequestHead: Sendable {
  /// The minor versions of HTTP/1 that reach us.
  enum Version: Sendable { case http10, http11 }

  var method: Method
  /// Bytes, since a target may hold anything.
  var target: [UInt8]
  var version: Version
  var fields: [(name: [UInt8], value: [UInt8])]
  /// False where a line ended by a bare LF or CR, or a value was folded over two lines.
  var hasCleanLines: Bool
  /// Bytes of the head on the wire, up to the empty line.
  var size = 0

  /// The values of a name, compared without regard to case.
  func values(of name: HeaderName) -> [[UInt8]] {
    fields.filter {
      $0.name.count == name.rawValue.utf8.count
        && zip($0.name, name.rawValue.utf8).allSatisfy { $0.lowercased == $1.lowercased }
    }.map(\.value)
  }
}

/// What is known of a request once its head has been checked.
struct CheckedHead: Sendable {
  let method: Method
  let target: RequestTarget
  let headers: Headers
  /// Bytes of the body.
  let length: Int
}

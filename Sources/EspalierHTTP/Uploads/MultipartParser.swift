/// Finds the parts of a `multipart/form-data` body (RFC 7578; RFC 2046, 5.1) whose bytes arrive in pieces.
///
/// However the body is cut into pieces, the parts are the same. It holds at most one part's head, or as many bytes as
/// the boundary is long. libmicrohttpd's own post processor is not used: it joins a file's name and its type from
/// buffers whose size the connection's memory limits, gives up without a reason, and cannot be tested without a
/// connection.
package struct MultipartParser: Sendable {
  /// What the parser has found.
  package enum Event: Equatable, Sendable {
    /// A part begins.
    case begin(MultipartHead)
    /// The next bytes of the part's content.
    case content([UInt8])
    /// The part ends.
    case end
  }

  private enum State: Sendable, Equatable {
    /// Before the first boundary.
    case preamble
    /// After a boundary: the rest of its line decides whether a part follows.
    case boundary
    case head
    case content
    /// After the last boundary. What follows is ignored (RFC 2046, 5.1.1).
    case epilogue
  }

  /// Bytes of a part's head, without its empty line.
  static let mostHead = 4 << 10
  /// Bytes of white space that may follow a boundary on its line.
  private static let mostPadding = 64

  private var state = State.preamble
  /// What has arrived and is not yet reported. The first boundary need not follow a line's end, so one is put before it.
  private var buffer: [UInt8] = [13, 10]
  /// The line's end, two hyphens and the boundary.
  private let delimiter: [UInt8]

  /// A parser for the boundary of a media type. Throws if the type names none, or one that RFC 2046, 5.1.1 forbids.
  package init(_ type: MediaType) throws(HTTPError) {
    let boundary = type.parameters.first { $0.name == "boundary" }?.value ?? ""
    guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
      boundary.utf8.last != 0x20
    else {
      throw HTTPError(
        .badForm, "A multipart form needs a boundary of 1 to 70 characters in its media type.", field: "Content-Type")
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Whether the last boundary has arrived.
  package var isComplete: Bool { state == .epilogue }

  /// Takes the next bytes, and passes on what they complete.
  package mutating func take(_ bytes: [UInt8], _ found: (Event) throws(HTTPError) -> Void) throws(HTTPError) {
    guard state != .epilogue else { return }
    buffer.append(contentsOf: bytes)
    while try step(found) {}
  }

  /// Returns whether the buffer may complete more.
  private mutating func step(_ found: (Event) throws(HTTPError) -> Void) throws(HTTPError) -> Bool {
    switch state {
    case .preamble:
      let (end, isBoundary) = nextBoundary()
      return pass(end, isBoundary)
    case .content:
      let (end, isBoundary) = nextBoundary()
      if end > 0 { try found(.content(Array(buffer[..<end]))) }
      guard pass(end, isBoundary) else { return false }
      try found(.end)
      return true
    case .boundary: return try readBoundaryEnd()
    case .head:
      guard let end = buffer.position(of: Self.headEnd) else {
        guard buffer.count <= Self.mostHead + Self.headEnd.count else { throw Self.longHead }
        return false
      }
      guard end <= Self.mostHead else { throw Self.longHead }
      let head = try MultipartHead(Array(buffer[..<end]))
      drop(end + Self.headEnd.count)
      state = .content
      try found(.begin(head))
      return true
    case .epilogue:
      buffer = []
      return false
    }
  }

  private static let headEnd: [UInt8] = [13, 10, 13, 10]
  private static let longHead = HTTPError(
    .badForm, "The head of a part of the form is longer than \(mostHead) bytes.")

  /// How many bytes certainly stand before the next boundary, and whether the boundary itself has arrived.
  private func nextBoundary() -> (end: Int, isBoundary: Bool) {
    if let position = buffer.position(of: delimiter) { return (position, true) }
    // The beginning of a boundary may be at the end of the buffer.
    return (max(0, buffer.count - delimiter.count + 1), false)
  }

  /// Drops the bytes before the next boundary, and the boundary if it has arrived. Returns whether it has.
  private mutating func pass(_ end: Int, _ isBoundary: Bool) -> Bool {
    drop(isBoundary ? end + delimiter.count : end)
    if isBoundary { state = .boundary }
    return isBoundary
  }

  /// After a boundary: two hyphens end the form, and a line's end begins a part. White space may be between.
  private mutating func readBoundaryEnd() throws(HTTPError) -> Bool {
    guard buffer.count >= 2 else { return false }
    if buffer[0] == UInt8(ascii: "-"), buffer[1] == UInt8(ascii: "-") {
      state = .epilogue
      return true
    }
    let padding = buffer.prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard padding <= Self.mostPadding else { throw Self.badBoundary }
    guard buffer.count >= padding + 2 else { return false }
    guard buffer[padding] == 13, buffer[padding + 1] == 10 else { throw Self.badBoundary }
    drop(padding + 2)
    state = .head
    return true
  }

  private static let badBoundary = HTTPError(
    .badForm, "A boundary of the form is followed by something other than the end of its line.")

  private mutating func drop(_ count: Int) { buffer.removeFirst(count) }
}

extension [UInt8] {
  /// Where other bytes begin for the first time; nil if nowhere.
  fileprivate func position(of other: [UInt8]) -> Int? {
    let (own, sought) = (span, other.span)
    guard own.count >= sought.count else { return nil }
    var start = 0
    while start <= own.count - sought.count {
      var length = 0
      while length < sought.count, own[start + length] == sought[length] { length += 1 }
      if length == sought.count { return start }
      start += 1
    }
    return nil
  }
}

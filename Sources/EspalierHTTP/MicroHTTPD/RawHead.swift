internal import CMicroHTTPD
import Glibc

/// Reads a request's head out of the daemon's memory, with the lengths that show an embedded NUL and the positions that
/// show how lines ended.
///
/// libmicrohttpd parses in place: it writes NULs over line ends and hands out pointers into the buffer. A line that
/// ended in CR LF leaves two NULs before the next name; a bare CR or LF leaves one; a folded value is moved elsewhere.
/// So the distances show it.
struct RawHead {
  private var fields: RawFields
  private var next: UInt
  private let end: UInt
  private var hasCleanLines = true
  /// Whether the field that hides the cookies from the daemon has come.
  private var isAfterFirst = false

  /// Collects the head in the daemon's first call for a request. `target` points at the target as it was parsed.
  static func read(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    target: UnsafePointer<CChar>, targetBytes: [UInt8]
  ) -> RequestHead {
    // Safe: all pointers are into the request's buffer, which lives until the request is completed; they are compared
    // as numbers.
    let start = UInt(bitPattern: method)
    let versionStart = UInt(bitPattern: version)
    let size = unsafe Int(espalier_header_size(connection))
    var raw = unsafe RawHead(next: versionStart + UInt(strlen(version)) + 2, end: start + UInt(size), size: size)
    unsafe withUnsafeMutablePointer(to: &raw) { pointer in
      _ = unsafe MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          // -> RawHead.add, once per field in wire order.
          unsafe context?.assumingMemoryBound(to: RawHead.self).pointee.add(name, nameSize, value, valueSize)
          return .YES
        }, pointer)
    }
    // The daemon cut the method at its first NUL. Only spaces may follow, which it skips.
    let methodText = unsafe String(cString: method)
    var space = start + UInt(methodText.utf8.count) + 1
    let targetStart = UInt(bitPattern: target)
    while space < targetStart, unsafe UnsafePointer<UInt8>(bitPattern: space)?.pointee == 0x20 { space += 1 }
    let isWholeMethod = space == targetStart
    // The daemon cut the target at its first NUL, and the version follows the target after one blank.
    let hasWholeTarget = UInt(bitPattern: target) + UInt(targetBytes.count) + 1 == versionStart
    return RequestHead(
      method: Method(rawValue: isWholeMethod ? methodText : methodText + "\0"),
      target: hasWholeTarget ? targetBytes : targetBytes + [0],
      version: unsafe strcmp(version, "HTTP/1.0") == 0 ? .http10 : .http11,
      fields: raw.fields,
      hasCleanLines: raw.hasCleanLines && raw.next + 2 == raw.end,
      size: size)
  }

  private init(next: UInt, end: UInt, size: Int) {
    fields = RawFields(size: size)
    self.next = next
    self.end = end
  }

  private mutating func add(
    _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
  ) {
    guard isAfterFirst, let name = unsafe name else {
      isAfterFirst = true
      return
    }
    // Safe: the daemon guarantees that name and value have these lengths, and both are copied at once.
    unsafe fields.append(
      UnsafeRawBufferPointer(start: name, count: nameSize),
      UnsafeRawBufferPointer(start: value, count: unsafe value == nil ? 0 : valueSize))
    let nameStart = UInt(bitPattern: name)
    let valueStart = UInt(bitPattern: value)
    guard hasCleanLines, nameStart == next, valueStart > nameStart, valueStart + UInt(valueSize) < end else {
      hasCleanLines = false
      return
    }
    var tail = valueStart + UInt(valueSize)
    // Spaces and tabs after a value belong to its line; the daemon may have left them out.
    while tail < end, let byte = unsafe UnsafePointer<UInt8>(bitPattern: tail)?.pointee, byte == 0x20 || byte == 0x09 {
      tail += 1
    }
    next = tail + 2
  }
}

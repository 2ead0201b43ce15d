import EspalierText

/// The target of a request, parsed and decoded once (RFC 9112, 3.2). It is shared, because it passes through each step of a request
/// and a copy would retain every string in it.
package final class RequestTarget: Sendable {
  /// The target as it was sent.
  package let raw: String
  /// The path's parts, decoded: `/a/b%2Fc/` has `a`, `b/c` and an empty one; `/` has none.
  package let segments: [String]
  /// The text after `?`, not decoded; nil if there is no `?`.
  package let rawQuery: String?
  /// The query's pairs in order, decoded as a form.
  package let query: FormFields
  /// Host and port of the absolute-form, which take precedence over `Host` (RFC 9112, 3.2.2).
  package let authority: String?
  /// The same target with its path in the canonical spelling; nil if the path is already canonical.
  ///
  /// A proxy compares a path as it is written. So the server only redirects a path in another spelling, such as
  /// `/a/../b` or `/%61`.
  package let canonical: String?

  /// The decoded path with its leading slash; `*` for the asterisk-form.
  package let path: String
  /// The decoded path; nil if a segment contains a slash (`%2F`), so that no path can be mistaken for another one.
  package let plainPath: String?

  /// Whether this is `OPTIONS *`'s target (RFC 9112, 3.2.4).
  package var isAsterisk: Bool { raw == "*" }

  /// Parses origin-form, absolute-form and `*`; throws `badTarget`, or `badForm` with the field for a bad query.
  package init(_ raw: String) throws(HTTPError) {
    self.raw = raw
    if let plain = Self.plainSegments(raw) {
      (path, plainPath, segments) = (raw, raw, plain)
      (rawQuery, query, authority, canonical) = (nil, FormFields(), nil, nil)
      return
    }
    guard raw.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw Self.bad("The target contains a space, a control character or a #; write such a character as %XX.")
    }
    guard raw != "*" else {
      (path, plainPath, segments) = (raw, raw, [])
      (rawQuery, query, authority, canonical) = (nil, FormFields(), nil, nil)
      return
    }
    let (authority, rest) = try Self.splitAuthority(raw)
    self.authority = authority
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
    let written = rest[..<(mark ?? rest.endIndex)]
    segments = try Self.decodeSegments(written)
    path = "/" + segments.joined(separator: "/")
    plainPath = segments.contains { $0.utf8.contains(UInt8(ascii: "/")) } ? nil : path
    rawQuery = mark.map { String(rest[rest.utf8.index(after: $0)...]) }
    canonical = try Self.canonical(written, segments, query: rawQuery)
    query =
      if let rawQuery, !rawQuery.isEmpty {
        try FormFields(decoding: rawQuery.utf8, tooMany: .targetTooLong)
      } else {
        FormFields()
      }
  }

  /// The segments of a target that is only a path of letters, digits, `-` and `_`, as the paths of most pages are; nil for
  /// any other target. Such a path is canonical, and nothing in it is decoded.
  private static func plainSegments(_ raw: String) -> [String]? {
    let bytes = raw.utf8.span
    guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else { return nil }
    for index in 1..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        continue
      // A browser would take the text after two slashes for a host.
      case UInt8(ascii: "/") where bytes[index - 1] != UInt8(ascii: "/"): continue
      default: return nil
      }
    }
    guard bytes.count > 1 else { return [] }
    var segments: [String] = []
    var start = raw.utf8.index(after: raw.startIndex)
    for index in 1..<bytes.count where bytes[index] == UInt8(ascii: "/") {
      let end = raw.utf8.index(raw.startIndex, offsetBy: index)
      segments.append(String(raw[start..<end]))
      start = raw.utf8.index(after: end)
    }
    segments.append(String(raw[start...]))
    return segments
  }

  /// The target without these segments at the beginning of its path, in origin-form; nil if the path does not continue after
  /// them, or is not written in the canonical spelling.
  package func below(_ prefix: [String]) -> RequestTarget? {
    guard canonical == nil, segments.count > prefix.count,
      zip(segments, prefix).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    return try? RequestTarget(Self.path(segments[prefix.count...]) + (rawQuery.map { "?\($0)" } ?? ""))
  }

  /// The path of these segments in the canonical spelling.
  private static func path(_ segments: some Collection<String>) -> String {
    var bytes: [UInt8] = segments.isEmpty ? [UInt8(ascii: "/")] : []
    for segment in segments {
      bytes.append(UInt8(ascii: "/"))
      for byte in segment.utf8 {
        if byte.isPathCharacter { bytes.append(byte) } else { bytes.append(escaping: byte) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Separates `http://host:port` from the rest, which becomes `/` if it is empty.
  private static func splitAuthority(_ raw: String) throws(HTTPError) -> (String?, Substring) {
    if raw.utf8.first == UInt8(ascii: "/") { return (nil, raw[...]) }
    let schemes = ["http://", "https://"]
    guard let scheme = schemes.first(where: { raw.prefix($0.count).equalsIgnoringCase($0) }) else {
      throw bad("The target must start with a slash, or with http:// and a host.")
    }
    let after = raw.dropFirst(scheme.count)
    let end = after.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? after.endIndex
    // Userinfo must be treated as an error, it is likely to mislead (RFC 9110, 4.2.4).
    guard end > after.startIndex, !after[..<end].utf8.contains(UInt8(ascii: "@")) else {
      throw bad("The target must name a host after http://, without user information.")
    }
    let authority = String(after[..<end])
    guard Authority(authority) != nil else {
      throw bad(
        "The target's \"\(authority.shown)\" is not a host with an optional port, such as http://garden.example:8080/.")
    }
    let rest = after[end...]
    return (authority, rest.utf8.first == UInt8(ascii: "/") ? rest : "/" + rest)
  }

  /// Splits before it decodes, so that `%2F` stays inside its segment, and resolves dot segments (RFC 3986, 5.2.4).
  private static func decodeSegments(_ path: Substring) throws(HTTPError) -> [String] {
    guard path.utf8.count > 1 else { return [] }
    var segments: [String] = []
    let parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (position, part) in parts.enumerated() {
      let segment: String
      do { segment = try percentDecoded(part) } catch {
        throw bad("The path's part \"\(String(decoding: part, as: UTF8.self).shown)\" \(error.reason).", error)
      }
      let isLast = position == parts.count - 1
      switch segment {
      case ".":
        if isLast { segments.append("") }
      case "..":
        guard segments.popLast() != nil else { throw bad("The path goes above the root; remove a \"..\".") }
        if isLast { segments.append("") }
      default:
        // Code that joins the segments to a file name would resolve a hidden `..%2f`.
        guard !segment.utf8.split(whereSeparator: "/\\".utf8.contains).contains(where: { $0.elementsEqual("..".utf8) })
        else {
          throw bad("The path contains a hidden dot segment (\"..\"); remove it.")
        }
        segments.append(segment)
      }
    }
    return segments == [""] ? [] : segments
  }

  /// The path with path characters as they are and all others as `%XX`; nil if the path is already written like that.
  private static func canonical(
    _ path: Substring, _ segments: [String], query: String?
  ) throws(HTTPError) -> String? {
    let written = Self.path(segments)
    // By bytes: Swift takes some different characters for equal.
    guard !written.utf8.elementsEqual(path.utf8) else { return nil }
    // A browser would take the text after the two slashes for a host.
    guard !written.utf8.starts(with: "//".utf8) else {
      throw bad("The path begins with two slashes and is not canonical; write it with one slash.")
    }
    return written + (query.map { "?\($0)" } ?? "")
  }

  private static func bad(_ detail: String, _ underlying: (any Error)? = nil) -> HTTPError {
    HTTPError(.badTarget, detail, field: "target", underlying: underlying)
  }
}

import EspalierHTTP

/// The cookies of one browser (RFC 6265, 5.3), by name and path. It ignores domains and `Secure`, because a test has
/// one host.
struct CookieJar {
  private struct Key: Hashable {
    let name: String
    let path: String
  }

  private var values: [Key: String] = [:]

  /// Takes a `Set-Cookie` header of a reply to a request for `path`. `Max-Age=0` removes the cookie.
  mutating func take(_ header: String, from path: String) {
    var parts = header.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map(Self.trimmed) }
    guard let pair = parts.first, let name = pair.first, !name.isEmpty, !header.hasPrefix(";") else { return }
    parts.removeFirst()
    func attribute(_ name: String) -> String? {
      parts.last { $0.first?.lowercased() == name }.map { $0.count > 1 ? $0[1] : "" }
    }
    let named = attribute("path").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let key = Key(name: name, path: named ?? Self.folder(of: path))
    let isOver = attribute("max-age").flatMap { Int($0) }.map { $0 <= 0 } ?? false
    values[key] = isOver ? nil : pair.count > 1 ? pair[1] : ""
  }

  /// The header for a request for a path; nil if no cookie belongs there. Cookies of longer paths come first.
  func header(for path: String) -> String? {
    let sent = values.filter { Self.covers($0.key.path, path) }.sorted {
      ($1.key.path.count, $0.key.name) < ($0.key.path.count, $1.key.name)
    }
    return sent.isEmpty ? nil : sent.map { "\($0.key.name)=\($0.value)" }.joined(separator: "; ")
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "/"
  }

  private static func covers(_ own: String, _ path: String) -> Bool {
    path == own || path.hasPrefix(own.hasSuffix("/") ? own : own + "/")
  }
}

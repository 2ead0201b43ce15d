import Espalier
import EspalierText

/// Adds the version of each style sheet and script of the site to the links of a page: `/site.css` becomes
/// `/site.css?v=VERSION`. A browser may keep such a file without asking for it again.
struct VersionedLinks: Sendable {
  /// The version of the file at a path without the leading slash; nil if there is no such file.
  let version: @Sendable (String) -> String?

  /// Links without versions, so that an edit shows at the next load. For development.
  static let off = VersionedLinks { _ in nil }

  /// The attributes that name files.
  private static let attributes = ["href", "src", WireName.module].map { Array(" \($0)".utf8) }
  /// How the value of an attribute begins if it is an absolute path.
  private static let start = Array("=\"/".utf8)

  /// Changes the attributes `href`, `src` and `data-module` that name a file of the site by its absolute path and have no
  /// query.
  func applied(to html: String) -> String {
    let bytes = Array(html.utf8)
    var result: [UInt8] = []
    var (copied, next) = (0, 0)
    while let found = bytes.firstPosition(of: Self.start, from: next) {
      next = found + Self.start.count
      guard Self.attributes.contains(where: { bytes[..<found].suffix($0.count).elementsEqual($0) }) else { continue }
      let path = bytes[next...].prefix { $0 != UInt8(ascii: "\"") }
      let name = String(decoding: path, as: UTF8.self)
      guard path.endIndex < bytes.count, name.hasSuffix(".css") || name.hasSuffix(".js"), let version = version(name)
      else { continue }
      result += bytes[copied..<path.endIndex] + Array("?v=\(version)".utf8)
      (copied, next) = (path.endIndex, path.endIndex)
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}

import Espalier

/// Adds the version of each style sheet and script of the site to the links of a page: `/site.css` becomes
/// `/site.css?v=VERSION`. A browser may keep such a file without asking for it again.
struct VersionedLinks: Sendable {
  /// The version of the file at a path without the leading slash; nil if there is no such file.
  let version: @Sendable (String) -> String?

  /// Links without versions, so that an edit shows at the next load. For development.
  static let off = VersionedLinks { _ in nil }

  /// Changes the attributes `href`, `src` and `data-module` that name a file of the site by its absolute path and have no query.
  func applied(to html: String) -> String {
    var result = ""
    var rest = html[...]
    while let slash = rest.firstRange(of: "=\"/") {
      result += rest[..<slash.upperBound]
      let attribute = rest[..<slash.lowerBound]
      rest = rest[slash.upperBound...]
      guard [" href", " src", " \(WireName.module)"].contains(where: attribute.hasSuffix) else { continue }
      let path = rest.prefix { $0 != "\"" }
      guard path.endIndex < rest.endIndex, path.hasSuffix(".css") || path.hasSuffix(".js"),
        let version = version(String(path))
      else { continue }
      result += "\(path)?v=\(version)"
      rest = rest[path.endIndex...]
    }
    return result + rest
  }
}

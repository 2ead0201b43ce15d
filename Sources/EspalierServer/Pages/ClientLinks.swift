import EspalierHTTP
internal import Espalier
import EspalierText

/// The paths of the library's scripts and style sheet, for pages.
struct ClientLinks: Sendable {
  /// The path of their folder.
  let folder: String

  /// The bundles that are built in.
  static let builtIn = ClientLinks(folder: BrowserClient.folder)

  /// In development: the readable modules in the site's own folder of files, if it has them, otherwise the bundles.
  static func inDevelopment(files: String) -> ClientLinks {
    (try? RegularFile("\(files)/espalier/espalier.js")) == nil ? .builtIn : ClientLinks(folder: readable)
  }

  /// The folder of the readable modules.
  private static let readable = "/espalier"

  /// The library's style sheet.
  var styleSheet: String { "\(folder)/espalier.css" }

  /// The module that makes a page live.
  var script: String { "\(folder)/espalier.js" }

  /// The elements for a page's `<head>`. `words` is the element of the script that translates the client's texts; it
  /// comes first, because the client shows texts from the start. The second script loads together with the first. The first cannot wait for it,
  /// and the second reports if the first did not arrive. The third reports if one of the many readable modules did not.
  func elements(isLive: Bool, numbers: String, words: String = "") -> String {
    let sheets = "\(numbers)<link rel=\"stylesheet\" href=\"\(styleSheet)\">"
    if !isLive { return sheets }
    let scripts = ["espalier", "rest"] + (folder == Self.readable ? ["development"] : [])
    return sheets + words + scripts.map { "\n<script type=\"module\" src=\"\(folder)/\($0).js\"></script>" }.joined()
  }

  /// The links to the style sheets that a page needs for some of its elements, and to the layout numbers that it uses;
  /// empty if it uses none.
  static func numbers(_ classes: Set<String>) -> String {
    let sheets = Set(classes.compactMap { BrowserClient.sheet(for: $0) }).sorted()
    let numbers = BrowserClient.numbers(for: classes.subtracting(LayoutNumber.sheets.keys))
    return (sheets + [numbers].compactMap(\.self)).map { "<link rel=\"stylesheet\" href=\"\($0)\">\n" }.joined()
  }
}

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

import EspalierHTTP
internal import Espalier

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

import EspalierHTTP
internal import Espalier

/// The browser's scripts and style sheets, built in, so that a package that uses this library need not copy them.
///
/// They are the bundles that `scripts/bundle` makes of `Public/espalier`. The name of their folder depends on their
/// content, so that browsers may cache them forever, and each file finds the others beside it.
enum BrowserClient {
  /// The files by name, made once, however many sites exist.
  private static let files = StaticFile.byPath(sources.merging(generated) { one, _ in one }, isImmutable: true)

  private static let sources: [String: [UInt8]] = [
    "espalier.css": PackageResources.espalier_css,
    "espalier.js": PackageResources.espalier_js,
    "anchoring.js": PackageResources.anchoring_js,
    "animated.js": PackageResources.animated_js,
    "arrangements.css": PackageResources.arrangements_css,
    "arrangements.js": PackageResources.arrangements_js,
    "arrow-keys.js": PackageResources.arrow_keys_js,
    "check.js": PackageResources.check_js,
    "dialog.css": PackageResources.dialog_css,
    "effects.js": PackageResources.effects_js,
    "fades.js": PackageResources.fades_js,
    "folding.css": PackageResources.folding_css,
    "folding.js": PackageResources.folding_js,
    "foreign.js": PackageResources.foreign_js,
    "growing.js": PackageResources.growing_js,
    "highlight.css": PackageResources.highlight_css,
    "highlight.js": PackageResources.highlight_js,
    "hold.js": PackageResources.hold_js,
    "modal.js": PackageResources.modal_js,
    "modules.js": PackageResources.modules_js,
    "newer.js": PackageResources.newer_js,
    "own-tab.js": PackageResources.own_tab_js,
    "parts.css": PackageResources.parts_css,
    "parts.js": PackageResources.parts_js,
    "poll.js": PackageResources.poll_js,
    "reordering.css": PackageResources.reordering_css,
    "reordering.js": PackageResources.reordering_js,
    "rest.js": PackageResources.rest_js,
    "rows-above.js": PackageResources.rows_above_js,
    "scrolls.js": PackageResources.scrolls_js,
    "scrub.js": PackageResources.scrub_js,
    "selection.js": PackageResources.selection_js,
    "stays.js": PackageResources.stays_js,
    "sticky.js": PackageResources.sticky_js,
    "swipes.css": PackageResources.swipes_css,
    "swipes.js": PackageResources.swipes_js,
    "table.css": PackageResources.table_css,
    "table.js": PackageResources.table_js,
    "together.js": PackageResources.together_js,
    "tools.css": PackageResources.tools_css,
    "tools.js": PackageResources.tools_js,
    "triggers.js": PackageResources.triggers_js,
    "uncover.js": PackageResources.uncover_js,
    "uploads.js": PackageResources.uploads_js,
    "visibility.js": PackageResources.visibility_js,
    "windows.js": PackageResources.windows_js,
    "words.js": PackageResources.words_js,
  ]

  /// The path of the style sheet for elements with a class of `LayoutNumber.sheets`.
  static func sheet(for class: String) -> String? { LayoutNumber.sheets[`class`].map { "\(folder)/\($0)" } }

  /// The module that translates the client's texts.
  static let words = PackageResources.words_js

  private static let generated = [numbers: Array(LayoutNumber.allRules.utf8)]

  private static let numbers = "numbers.css"

  /// A hash of all contents, in 16 hexadecimal digits.
  private static let fingerprint: String = {
    let all = sources.merging(generated) { one, _ in one }.sorted { $0.key < $1.key }
    let hash = String(Fingerprint.hash(of: all.flatMap { Array($0.key.utf8) + $0.value }), radix: 16)
    return String(repeating: "0", count: 16 - hash.count) + hash
  }()

  /// The folder's path, for example `/espalier/0123456789abcdef`.
  static let folder = "/espalier/\(fingerprint)"

  /// The names of all files.
  static var names: Set<String> { Set(files.keys) }

  /// The maximum of layout numbers in the URL of a style sheet. A page with more links the sheet of all numbers.
  private static let mostNumbers = 200

  /// The path of the style sheet with the rules of these classes of layout numbers; nil if there are none.
  static func numbers(for classes: Set<String>) -> String? {
    if classes.isEmpty { return nil }
    let path = "\(folder)/\(numbers)"
    return classes.count > mostNumbers ? path : "\(path)?\(classes.sorted().joined(separator: "."))"
  }

  /// Answers GET and HEAD for a file of the client; nil for any other path.
  ///
  /// A folder with another fingerprint belongs to another version of the server, as happens during a deployment. The
  /// server then answers with this version's file, and tells browsers not to cache it.
  static func response(to request: Request) throws(HTTPError) -> Response? {
    let segments = request.segments
    guard segments.count == 3, segments[0] == "espalier", segments[1].utf8.count == 16,
      segments[1].utf8.allSatisfy({ $0.hexadecimalValue != nil }), let file = file(segments[2], request.target.rawQuery)
    else { return nil }
    let response = try file.response(to: request)
    return segments[1] == fingerprint ? response : response.with(.cacheControl, "no-cache")
  }

  private static func file(_ name: String, _ query: String?) -> StaticFile? {
    guard name == numbers, let query, !query.isEmpty else { return files[name] }
    let rules = LayoutNumber.rules(for: query.split(separator: "."))
    return StaticFile(name: name, bytes: Array(rules.utf8), isImmutable: true)
  }
}

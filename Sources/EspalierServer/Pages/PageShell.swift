import EspalierHTTP
import Espalier
import EspalierText

/// The document around a page's lists. It is made once, and split where the lists go.
final class PageShell: Sendable {
  private enum Slot: Hashable {
    /// The whole list.
    case list
    /// A child of the root.
    case region(String)
    /// The version that the page shows.
    case version
    /// The link to the layout numbers that the page uses.
    case numbers
    /// The script that translates the client's texts.
    case words
    /// The page's title.
    case title
    /// The page's language and direction, and the label of the navigation in it.
    case language, direction, navigation
    /// The page's URL, without and with its query, and the URL one segment above it.
    case path, url, parent
    /// The query that leads to the same tree, with its question mark; and its fields, each with an ampersand.
    case query, fields

    var isList: Bool {
      switch self {
      case .list, .region: true
      default: false
      }
    }
  }

  /// The document's pieces: before the first slot, between two slots, and after the last slot.
  private let pieces: [[UInt8]]
  private let slots: [Slot]
  /// The classes of layout numbers in the template itself.
  private let numbers: Set<String>
  /// Changes with the template. It is part of the page's entity tag.
  let fingerprint: String

  private let prefix: URLPrefix
  /// Whether the page loads the browser's client.
  let isLive: Bool

  /// The keys of the root's children that have their own places, in order; empty if the list is in one piece.
  let regions: [String]

  /// Fills a page template, or the plain shell if the page names none.
  init(
    _ page: Page, _ view: PageView = .live, navigation: [Page], templates: TemplateLibrary, styles: [String] = [],
    isDevelopment: Bool = false, client: ClientLinks = .builtIn, further: JSONObject = JSONObject(),
    links: VersionedLinks = .off, prefix: URLPrefix = .none
  ) throws(TemplateError) {
    self.prefix = prefix
    let library = page.template == nil ? try TemplateLibrary(files: ["page": page.frame ?? Self.plain]) : templates
    let template = page.template ?? "page"
    let regions = library.regions(of: page)
    var values = page.values
    for (name, letter) in Self.texts { values[name] = .string(Self.token + letter) }
    values["navigation"] = .array(
      navigation.map { other in
        [
          "href": .string(other.path), "title": .string(other.title), "isCurrent": .bool(other.path == page.path),
        ]
      })
    values["styles"] = .array(styles.map { .string($0) })
    values["isLive"] = .bool(view == .live)
    values["isDevelopment"] = .bool(isDevelopment)
    values["espalier"] = .markup(client.elements(isLive: view == .live, numbers: Self.mark("n"), words: Self.mark("w")))
    for member in further.members { values[member.name] = member.value }
    values["version"] = .string(Self.mark("v"))
    values["content"] = .markup(Self.mark("l"))
    values["regions"] = .object(JSONObject(regions.map { ($0, .markup(Self.mark("r" + $0))) }))
    var html = links.applied(to: try library.document(template, .object(values)).source)
    html = prefix.added(toMarkup: Self.marked(html), isPathMark: Self.isPathMark)
    let bytes = Array(html.utf8)
    isLive = bytes.firstPosition(of: Array(client.script.utf8)) != nil
    let parts = bytes.split(separator: Self.edge, omittingEmptySubsequences: false)
    slots = parts.enumerated().filter { $0.offset % 2 == 1 }.map {
      Self.slot(String(decoding: $0.element, as: UTF8.self))
    }
    self.regions = slots.compactMap { if case .region(let key) = $0 { key } else { nil } }
    pieces = parts.enumerated().filter { $0.offset % 2 == 0 }.map { Array($0.element) }
    numbers = LayoutNumber.classes(in: bytes)
    fingerprint = Fingerprint.of(bytes)
    let lists = slots.filter(\.isList)
    guard
      lists == [.list]
        || (!regions.isEmpty && lists.count == regions.count && Set(lists) == Set(regions.map(Slot.region)))
    else {
      throw TemplateError(
        file: "\(template).html", line: 0,
        reason:
          "a page template needs {{{content}}} exactly once, or {{{regions.KEY}}} once for each child of its root")
    }
  }

  /// The values of one document of the page. Other documents of the same page have other values.
  struct Details {
    let title: String
    let location: PageLocation
    /// The query that leads to the same tree, without its question mark.
    let query: String
    let version: String
    /// The load of the page.
    let load: String
    /// The elements of what only the viewer who loads the page sees.
    var notices: [UInt8] = []
    /// Classes of `LayoutNumber.sheets` that these elements have.
    var classes: Set<String> = []
    var language = Language.english
    /// The element of the script that translates the client's texts.
    var words = ""
  }

  /// The whole document with the lists of a version, for one load of the page. A long document shares its bytes with
  /// all other loads.
  func around(_ lists: [PageMarkup], _ details: Details) -> Response.Body { .parts(parts(around: lists, details)) }

  /// The parts of that document. Only in the lists do they differ from one load to another.
  func parts(around lists: [PageMarkup], _ details: Details) -> [SharedBytes.Part] {
    var parts: [SharedBytes.Part] = []
    let load = Array(details.load.utf8)
    var rest = lists[...]
    for (piece, slot) in zip(pieces, slots) {
      parts.append(.bytes(piece))
      switch slot {
      case .version: parts.append(.bytes(Array(details.version.utf8)))
      case .title: parts.append(.bytes(escaped(details.title)))
      case .language: parts.append(.bytes(escaped(details.language.tag)))
      case .direction: parts.append(.bytes(Array(details.language.direction.rawValue.utf8)))
      case .navigation: parts.append(.bytes(escaped(details.language.words[.pages])))
      case .words: parts.append(.bytes(Array(prefix.added(toMarkup: details.words).utf8)))
      case .path: parts.append(.bytes(escaped(details.location.path)))
      case .url: parts.append(.bytes(escaped(details.location.url)))
      case .parent: parts.append(.bytes(escaped(details.location.parentURL)))
      case .query: parts.append(.bytes(escaped(details.query.isEmpty ? "" : "?" + details.query)))
      case .fields: parts.append(.bytes(escaped(details.query.isEmpty ? "" : details.query + "&")))
      case .numbers:
        let used = lists.reduce(numbers.union(details.classes)) { $0.union($1.layoutNumbers) }
        parts.append(.bytes(Array(prefix.added(toMarkup: ClientLinks.numbers(used)).utf8)))
      case .list, .region:
        if rest.count == lists.count { parts.append(.bytes(details.notices)) }
        if let list = rest.popFirst() { parts.append(list.part(load: load)) }
      }
    }
    parts.append(.bytes(pieces.last ?? []))
    return parts
  }

  private func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(htmlEscaping: text)
    return bytes
  }

  /// A control character cannot come from a template's values.
  private static let edge: UInt8 = 1

  /// The values that differ from one document to another, with the letters of their marks.
  private static let texts = [
    ("title", "t"), ("path", "p"), ("url", "u"), ("parent", "a"), ("query", "q"), ("fields", "f"),
    ("lang", "g"), ("dir", "d"), ("navigationLabel", "s"),
  ]

  /// Stands for such a value while the template is filled. Its characters are the same in text, attributes and URLs.
  private static let token = "slot" + RandomID.next()

  /// Puts marks in place of the tokens, each of which has a letter behind it.
  private static func marked(_ html: String) -> String {
    let (bytes, token) = (Array(html.utf8), Array(token.utf8))
    var result: [UInt8] = []
    var copied = 0
    while let found = bytes.firstPosition(of: token, from: copied) {
      let letter = String(decoding: bytes[(found + token.count)...].prefix(1), as: UTF8.self)
      result += bytes[copied..<found] + Array(mark(letter).utf8)
      copied = found + token.count + 1
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private static func mark(_ name: String) -> String { "\u{1}\(name)\u{1}" }

  /// Whether a value begins with the mark of a path of the site.
  private static func isPathMark(_ value: ArraySlice<UInt8>) -> Bool {
    ["p", "u", "a"].contains { value.starts(with: mark($0).utf8) }
  }

  private static func slot(_ name: String) -> Slot {
    switch name.first {
    case "v": .version
    case "n": .numbers
    case "w": .words
    case "t": .title
    case "g": .language
    case "d": .direction
    case "s": .navigation
    case "p": .path
    case "u": .url
    case "a": .parent
    case "q": .query
    case "f": .fields
    case "r": .region(String(name.dropFirst()))
    default: .list
    }
  }

  /// The placeholder in a template's head for the library's style sheet and scripts.
  static let client = "{{{espalier}}}"

  /// The template of pages that name none.
  static let plain = """
    <!doctype html>
    <html lang="{{lang}}" dir="{{dir}}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}}</title>
    \(client)
    {{#styles}}<link rel="stylesheet" href="{{.}}">{{/styles}}
    </head>
    <body class="e-plain">
    {{#isLive}}<nav aria-label="{{navigationLabel}}"><ul>{{#navigation}}<li><a href="{{href}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{title}}</a></li>{{/navigation}}</ul></nav>{{/isLive}}
    <main><h1>{{title}}</h1>{{{content}}}</main>
    <p role="status" data-espalier-status></p>
    </body>
    </html>
    """
}

extension TemplateLibrary {
  /// The children of a page's root for which its template has places, for example `{{{regions.people}}}`.
  func regions(of page: Page) -> [String] { page.template.map { members(of: "regions", in: $0) } ?? [] }

  /// Whether a page's template has the client in a section that is off for this page, as for a page that never changes.
  func leavesOutClient(_ page: Page) -> Bool { page.template.map { variables(in: $0).contains(["espalier"]) } ?? false }
}

/// The lists of one version as HTML, in pieces. Between the pieces goes the text that differs for each load of the
/// page.
struct PageMarkup: Sendable {
  private let pieces: [[UInt8]]
  /// The classes of layout numbers in the markup.
  let layoutNumbers: Set<String>

  /// Markup that is the same for each load.
  init(_ markup: [UInt8]) {
    pieces = [markup]
    layoutNumbers = LayoutNumber.classes(in: markup)
  }

  /// Splits markup that was rendered with a mark in place of the text that differs. A mark begins with a rare byte.
  init(_ markup: [UInt8], mark: [UInt8]) {
    layoutNumbers = LayoutNumber.classes(in: markup)
    var pieces: [[UInt8]] = []
    var start = 0
    while let found = markup.firstPosition(of: mark, from: start) {
      pieces.append(Array(markup[start..<found]))
      start = found + mark.count
    }
    self.pieces = pieces + [Array(markup[start...])]
  }

  /// The approximate bytes of the markup.
  var weight: Int { pieces.reduce(0) { $0 + $1.count + 32 } }

  /// The markup for one load of the page; all loads share the pieces.
  func part(load: [UInt8]) -> SharedBytes.Part { .joined(pieces, by: load) }
}

/// The part of a page that a client requests with `?view=`.
enum PageView: String, Sendable {
  /// The page as viewers see it. It follows its tree.
  case live
  /// The whole page in one piece, as it is now, to print or to save it.
  case full
}

extension PageView {
  init(_ request: Request) throws(HTTPError) {
    guard let name = request.query[WireName.view] else {
      self = .live
      return
    }
    guard let view = PageView(rawValue: name) else {
      throw HTTPError(.unprocessable, "The view must be live or full.", field: WireName.view)
    }
    self = view
  }
}

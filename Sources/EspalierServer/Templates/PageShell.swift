import Espalier

/// What stands around a page's lists: made once, split where they go.
struct PageShell: Sendable {
  /// The document's pieces before the first list, between two and behind the last.
  private let pieces: [[UInt8]]
  /// The keys of the root's children that stand at places of their own, in order; empty where the list is in one piece.
  let regions: [String]
  /// Changes with the template: part of the page's entity tag.
  let fingerprint: String

  /// Fills a page template, or the plain shell where the page names none.
  init(_ page: Page, navigation: [Page], templates: TemplateLibrary) throws(TemplateError) {
    let library = page.template == nil ? try TemplateLibrary(files: ["page": Self.plain]) : templates
    let template = page.template ?? "page"
    let regions = library.regions(of: page)
    var values = page.values
    values["title"] = .string(page.title)
    values["path"] = .string(page.path)
    values["navigation"] = .array(
      navigation.map { other in
        [
          "href": .string(other.path), "title": .string(other.title), "isCurrent": .bool(other.path == page.path),
        ]
      })
    values["content"] = .markup(String(Self.mark))
    values["regions"] = .object(JSONObject(regions.map { ($0, .markup("\(Self.mark)\($0)\(Self.mark)")) }))
    let html = try library.document(template, .object(values)).source
    let marked = html.split(separator: Self.mark, omittingEmptySubsequences: false)
    self.regions = regions.isEmpty ? [] : marked.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let isWhole = regions.isEmpty && marked.count == 2
    guard isWhole || (Set(self.regions) == Set(regions) && marked.count == 2 * regions.count + 1 && marked.count > 1)
    else {
      throw TemplateError(
        file: "\(template).html", line: 0,
        reason:
          "a page template needs {{{content}}} for its list, or {{{regions.KEY}}} for each child of its root, once")
    }
    pieces = (isWhole ? marked : marked.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)).map {
      Array($0.utf8)
    }
    fingerprint = Served.fingerprint(of: Array(html.utf8))
  }

  /// The whole document, with these lists.
  func around(_ lists: [[UInt8]]) -> [UInt8] {
    var document: [UInt8] = []
    document.reserveCapacity(pieces.reduce(0) { $0 + $1.count } + lists.reduce(0) { $0 + $1.count })
    for (index, piece) in pieces.enumerated() {
      document.append(contentsOf: piece)
      if lists.indices.contains(index) { document.append(contentsOf: lists[index]) }
    }
    return document
  }

  /// A control character cannot come from a template's values.
  private static let mark: Character = "\u{1}"

  /// For pages without a template of their own.
  private static let plain = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
    <link rel="stylesheet" href="/espalier/list.css">
    <link rel="stylesheet" href="/espalier/plain.css">
    <script type="module" src="/espalier/espalier.js"></script>
    </head>
    <body>
    <nav aria-label="Pages"><ul>{{#navigation}}<li><a href="{{href}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{title}}</a></li>{{/navigation}}</ul></nav>
    <main><h1>{{title}}</h1>{{{content}}}</main>
    <p role="status" data-espalier-status></p>
    </body>
    </html>
    """
}

extension TemplateLibrary {
  /// The children of a page's root for which its template has places: `{{{regions.people}}}`.
  func regions(of page: Page) -> [String] { page.template.map { members(of: "regions", in: $0) } ?? [] }
}

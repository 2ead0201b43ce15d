import Espalier

/// What stands around a page's list: made once, split where the list goes.
struct PageShell: Sendable {
  private let before: [UInt8]
  private let after: [UInt8]
  /// Changes with the template: part of the page's entity tag.
  let fingerprint: String

  /// Fills a page template, or the plain shell where the page names none.
  init(_ page: Page, navigation: [Page], templates: TemplateLibrary) throws(TemplateError) {
    var values = page.values
    values["title"] = .string(page.title)
    values["path"] = .string(page.path)
    values["navigation"] = .array(
      navigation.map { other in
        [
          "href": .string(other.path), "title": .string(other.title), "isCurrent": .bool(other.path == page.path),
        ]
      })
    values["content"] = .markup(Self.mark)
    let library = page.template == nil ? try TemplateLibrary(files: ["page": Self.plain]) : templates
    let html = Array(try library.document(page.template ?? "page", .object(values)).source.utf8)
    let mark = Array(Self.mark.utf8)
    guard let index = html.firstIndex(of: mark[0]) else {
      throw TemplateError(
        file: "\(page.template ?? "page").html", line: 0, reason: "a page template needs {{{content}}} for its list")
    }
    before = Array(html[..<index])
    after = Array(html[(index + mark.count)...])
    fingerprint = Served.fingerprint(of: before + after)
  }

  /// The whole document.
  func around(_ list: [UInt8]) -> [UInt8] {
    var document: [UInt8] = []
    document.reserveCapacity(before.count + list.count + after.count)
    document.append(contentsOf: before)
    document.append(contentsOf: list)
    document.append(contentsOf: after)
    return document
  }

  /// A control character cannot come from a template's values.
  private static let mark = "\u{1}"

  /// For pages without a template of their own.
  private static let plain = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
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

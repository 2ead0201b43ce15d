import EspalierTestSupport
import Testing

@testable import Espalier

/// A browser drops a line feed at the start of some elements (WHATWG HTML 13.2.6.4.7). A value there keeps its own.
@Suite struct FirstLineEndTests {
  private static let texts = ["", "\n", "\n\nabc", "abc", "\r\n\n", "&\n"]

  private func shown(_ html: HTML) throws -> String {
    try #require(html.fault == nil)
    return try Element.parsing(html.source).elements.map(text).joined()
  }

  private func text(_ element: Element) -> String {
    element.children.map { child in
      switch child {
      case .text(let text): text
      case .element(let inner): text(inner)
      case .comment: ""
      }
    }.joined()
  }

  @Test(arguments: texts)
  func `a text keeps its line feeds in literals`(text: String) throws {
    let none: HTML? = nil
    // Markup is not escaped.
    let raw = String(decoding: text.utf8.filter { $0 != UInt8(ascii: "&") && $0 != 0x0D }, as: UTF8.self)
    // The second time, the place in the program is known.
    for _ in 0..<2 {
      #expect(try shown("<textarea>\(text)</textarea>") == text)
      #expect(try shown("<pre class=\"a\">\(text)</pre>") == text)
      #expect(try shown("<listing >\(text)</listing>") == text)
      #expect(try shown("<pre>\(none)\("\(text)" as HTML)</pre>") == text)
      #expect(try shown("<pre>\(RawHTML(raw))</pre>") == raw)
      #expect(try shown("<pre>\(text)\n\(text)</pre>") == text + "\n" + text)
      #expect(try shown("<textarea>\n\(text)</textarea>") == text)
      #expect(try shown("<textarea>a\(text)</textarea>") == "a" + text)
      #expect(try shown("<pre><b>\(text)</b></pre><p>\(text)</p>") == text + text)
      #expect(try shown("<pre></pre><p>\(text)</p>") == text)
      #expect(try shown("<pre>\(7)</pre>") == "7")
    }
  }

  @Test(arguments: texts)
  func `a text keeps its line feeds in templates`(text: String) throws {
    let library = try TemplateLibrary(files: [
      "Note": "<textarea>{{text}}</textarea>", "Pre": "<pre>{{#none}}a{{/none}}{{> Text}}</pre>", "Text": "{{text}}",
      "Lines": "<pre>\n{{#lines}}{{.}}{{/lines}}</pre>",
    ])
    let values: JSON = ["text": .string(text), "none": false, "lines": .array([.string(text), .string(text)])]
    #expect(try shown(library.document("Note", values)) == text)
    #expect(try shown(library.document("Pre", values)) == text)
    #expect(try shown(library.document("Lines", values)) == text + text)
  }

  @Test func `an element without an end has the same fault as before`() {
    let (open, textarea): (HTML, HTML) = ("<pre>", "<textarea>")
    #expect(open.fault == nil && textarea.fault == "the tag of <textarea> is not closed")
  }

  /// A row with a text in such elements. A browser puts nothing where a `listing` is, so its cell is sent whole.
  private struct Note: Content, Identifiable {
    var id = "note"
    var text: String
    var isWhole = false
    var html: HTML {
      isWhole
        ? "<listing>\(text)</listing><pre>\(text)</pre>"
        : "<form><textarea name=\"data\">\(text)</textarea></form><pre>\(text)\n</pre>"
    }
  }

  @Test(arguments: [false, true])
  func `a page that is patched has the same text as a new one`(isWhole: Bool) throws {
    let html = HTMLDialect(events: "/e", named: 0)
    for first in Self.texts {
      for second in Self.texts {
        let (cell, root) = (CellModel(Note(text: first, isWhole: isWhole)), ContainerModel())
        root.add(cell)
        let tree = Tree(root)
        _ = tree.flushAll()
        func page() throws -> Element {
          try Element.parsing(String(decoding: html.list(tree.snapshot()), as: UTF8.self))
        }
        let live = try page()
        let dialect = DOMDialect(html: html)
        cell.content.text = second
        let patch = dialect.patch(tree.flushAll() ?? ChangeSet())
        try live.apply(patch)
        #expect(live.canonical == (try page()).canonical, "\(first.debugDescription) to \(second.debugDescription)")
        let fields = live.everything.filter { ["textarea", "pre", "listing"].contains($0.name) }.map(text)
        #expect(fields == [second, isWhole ? second : second + "\n"])
        if first != second {
          #expect(patch.starts(with: (isWhole ? "[[\"<\"" : "[[\"=\"").utf8))
        }
      }
    }
  }
}

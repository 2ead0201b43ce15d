import Testing

@testable import Espalier

@Suite struct ShapeTests {
  private func locators(_ html: HTML) -> [String]? { Shape(of: html)?.parts.map(\.locator) }

  @Test func `text, attributes and flags are located by the path of their element`() {
    let html: HTML = """
      <figure class="photo \("red")"><img src="\("/a")" alt="\("b")"><figcaption>\("c")</figcaption></figure>\
      <button \("disabled", when: false) name="\("n")">\("d")</button>
      """
    #expect(
      locators(html) == ["0@class", "0.0@src", "0.0@alt", "0.1:0", "1@disabled", "1@name", "1:0"])
  }

  @Test func `text between elements is located by the number of elements before it`() {
    #expect(locators("\("a")<b>\("b")</b>\("c")<br>\("d")") == [":0", "0:0", ":1", ":2"])
    #expect(locators("<p>Hello, \("a") and \("b")!<br>\("c")</p>") == ["0:0", "0:1"])
  }

  @Test func `several slots in one text or attribute are one part, with the fixed text between them`() {
    let old: HTML = "<p title=\"\("1") of \("2")\">Hello, \("a") &amp; \("b")!</p>"
    let new: HTML = "<p title=\"\("1") of \("3")\">Hello, \("x") &amp; \("<y>")!</p>"
    let shape = Shape(of: new)
    let values = shape?.values(of: new.changedSlots(from: old), in: new)
    #expect(values?.map(\.locator) == ["0@title", "0:0"])
    #expect(values?.map(\.value) == ["1 of 3", "Hello, x & <y>!"])
  }

  @Test func `empty text has a locator too`() {
    let (old, new): (HTML, HTML) = ("<p>\("")</p>", "<p>\("a")</p>")
    #expect(new.hasShape(of: old))
    let values = Shape(of: old)?.values(of: new.changedSlots(from: old), in: new)
    #expect(values?.map(\.locator) == ["0:0"])
    #expect(values?.map(\.value) == ["a"])
  }

  @Test func `a flag's value is nil or empty`() {
    let (off, on): (HTML, HTML) = ("<p \("hidden", when: false)></p>", "<p \("hidden", when: true)></p>")
    #expect(on.source == "<p hidden></p>")
    #expect(on.hasShape(of: off))
    #expect(Shape(of: off)?.values(of: [0], in: on)?.map(\.value) == [""])
    #expect(Shape(of: on)?.values(of: [0], in: off)?.map(\.value) == [nil])
  }

  @Test func `another flag, literal or number of slots makes another shape`() {
    let html: HTML = "<p \("hidden", when: true)>\("a")</p>"
    for other: HTML in [
      "<p \("inert", when: true)>\("a")</p>", "<p \("hidden", when: true)> \("a")</p>",
      "<p \("hidden", when: true)>\("a")\("b")</p>", "<p hidden>\("a")</p>",
    ] { #expect(!other.hasShape(of: html)) }
  }

  @Test func `foreign elements keep the case of their attributes and may be self-closing`() {
    let html: HTML = "<svg viewBox=\"0 0 \(1) 8\"><circle r=\"\(4)\"/><title>\("t")</title></svg>"
    #expect(locators(html) == ["0@viewBox", "0.0@r", "0.1:0"])
  }

  private static let repaired: [(String, HTML)] = [
    ("unclosed", "<p>\("x")"), ("crossed", "<b><i>\("x")</b></i>"), ("stray end", "\("x")</p>"),
    ("paragraph in paragraph", "<p><p>\("x")</p></p>"), ("list in paragraph", "<p><ul><li>\("x")</li></ul></p>"),
    ("cell in table", "<table><td>\("x")</td></table>"), ("row in table", "<table><tr><td>\("x")</td></tr></table>"),
    ("div in table", "<table><div>\("x")</div></table>"), ("text in table", "<table>\("x")<tbody></tbody></table>"),
    ("text in row", "<table><tbody><tr>\("x")</tr></tbody></table>"), ("item in cell", "<li>\("x")</li>"),
    ("link in link", "<a><b><a>\("x")</a></b></a>"), ("button in button", "<button><button>\("x")</button></button>"),
    ("self-closed", "<div/>\("x")"),
    ("self-closed in foreignObject", "<svg><foreignObject><div/>\("x")</foreignObject></svg>"),
    ("heading in heading", "<h1><h2>\("x")</h2></h1>"), ("break-out", "<svg><p>\("x")</p></svg>"),
    ("noscript", "<noscript><p>\("x")</p></noscript>"), ("image", "<image>\("x")</image>"),
    ("a heart", "<p>I <3 \("") you</p>"), ("a fish", "<p><. \("") \("x") ></p>"),
    ("document", "<html><body>\("x")</body></html>"), ("div in select", "<select><div>\("x")</div></select>"),
  ]

  @Test(arguments: repaired.indices)
  func `markup that a browser would repair has no locators`(index: Int) {
    let (name, html) = Self.repaired[index]
    #expect(locators(html) == nil, "\(name)")
  }

  @Test func `text beside a comment or beside references that only browsers know has no locator`() {
    #expect(locators("<p><!-- a > b -->\("x")</p><p>\("y")</p>") == ["1:0"])
    #expect(locators("<p>&hellip;\("x")</p><p>&nbsp;\("y")</p><p>&#150;\("z")</p>") == ["1:0"])
  }

  @Test func `tags in values and attributes of end tags change no place`() {
    #expect(locators("<p>\("x")</p title=\"a\"><i title=\"a < <b>\("y")\"></i>") == ["0:0", "1@title"])
  }

  @Test func `trusted markup of any kind does no harm`() {
    for raw in [
      "<p>", "</p>", "a < b", "<", "<!--", "<p a='", "<p a=", "<>", "<?x?>", "<!doctype html>", "&", "<p", "</", "<p a",
    ] {
      let html: HTML = "<div>\(RawHTML(raw))</div><p \("hidden", when: true) title=\"\("a")\">\("b")</p>"
      _ = locators(html)
      for text in ["", "=", "/p>", " a"] { _ = locators("<i>\(RawHTML(raw))\(text)'\(text)--></i>\(text)\">") }
    }
    #expect(locators("\(RawHTML("<p>a</p>"))<p>\("b")</p>") == ["1:0"])
  }
}

// MARK: The law

/// Markup of many kinds from three texts, a number and a flag.
private let samples: [@Sendable (String, String, String, Int, Bool) -> HTML] = [
  { a, b, c, n, on in "<p class=\"x \(a)\" \("hidden", when: on)>\(b) and \(c)<br>\(n)</p>\(c)" },
  { a, b, c, n, on in "\(a)<i>\(b)</i>\(c)<b>\(n)</b>" },
  { a, b, _, n, on in "<a href=\"\(a)\" title=\"\(b)\">\(n)</a><a href=\"/x/\(a)/\(b)?n=\(n)\">x</a>" },
  { a, b, _, _, on in "<textarea name=\"t\">\(a)</textarea><pre>\(b)</pre><textarea>\nfixed \(a)</textarea>" },
  { a, _, _, n, on in "<button \(Row.tap, sends: n) \("disabled", when: on)>\(a)</button>" },
  { a, b, c, n, _ in "<table><tbody><tr><td>\(a)</td><td class=\"\(b)\">\(c)\(n)</td></tr></tbody></table>" },
  { a, b, _, n, on in "<svg viewBox=\"0 0 \(n) 8\"><circle class=\"\(a)\" r=\"\(n)\"/></svg><p><!-- c -->c</p>\(b)" },
  { a, b, _, _, on in "<ul>\([a, b].map { "<li>\($0)</li>" as HTML })</ul><p>&copy; 1</p>\(a)" },
  { a, _, _, n, on in "<select><option \("selected", when: on)>\(a)</option></select><input \("checked", when: on)>" },
  { a, b, _, n, on in "<div>\n  \(a)\n  <p>\(on ? "<b>\(b)</b>" as HTML : "\(b)")</p>\n</div>" },
]

@Suite struct ShapeLaws {
  private static let texts = [
    "", "a", " ", "\n", "\nline", "\r\nline\r", "<b>&\"'</b>", "é👩‍👧", "\0", "&amp;", "javascript:x", "/a b",
    "x".padding(40),
  ]

  @Test(arguments: samples.indices)
  func `a cell patched in place equals its new markup`(sample: Int) throws {
    var random = SeededRandom(state: UInt64(sample))
    let dialect = DOMDialect(html: HTMLDialect(events: "/e"))
    var inPlace = 0
    for _ in 0..<200 {
      func text() -> String { Self.texts.randomElement(using: &random) ?? "" }
      func cell() -> CellSnapshot {
        let html = samples[sample](text(), text(), text(), .random(in: -2...2, using: &random), .random(using: &random))
        return CellSnapshot(type: "Note", content: Note(text: ""), html: html)
      }
      func page(_ cell: CellSnapshot) throws -> Element {
        // Buttons in patches name no form.
        let dialect = HTMLDialect(events: "/e", named: 0)
        let bytes = dialect.element(NodeSnapshot(key: "k", type: "T", cell: cell, children: []), after: "")
        let root = Element(name: "ul")
        for child in try Element.parsing(String(decoding: bytes, as: UTF8.self)).children { root.append(child) }
        return root
      }
      let (old, new) = (cell(), cell())
      try #require(old.html.fault == nil)
      var changes = ChangeSet()
      let place = ChangeSet.Place(container: "", path: [], index: 0, before: nil)
      changes.operations = [.update(key: "k", at: place, from: old, to: new, by: .init())]
      let patch = dialect.patch(changes)
      let dom = try page(old)
      try dom.apply(patch)
      let expected = try page(new)
      if patch.starts(with: "[[\"=\"".utf8) { inPlace += 1 }
      guard dom.canonical == expected.canonical else {
        Issue.record(
          "\(old.html.source.debugDescription) + \(String(decoding: patch, as: UTF8.self)) is \(dom.canonical), not \(expected.canonical)"
        )
        return
      }
    }
    #expect(inPlace > 50, "most changes are written in place")
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String { String(repeating: self, count: count) }
}

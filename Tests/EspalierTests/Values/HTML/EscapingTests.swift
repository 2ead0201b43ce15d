import Testing

@testable import Espalier

@Suite struct EscapingTests {
  private let hostile = "<b>&\"'"
  private let escaped = "&lt;b&gt;&amp;&quot;&#39;"

  @Test func `hostile text is shown literally in HTML, in attributes and in JSON (WEB-08)`() throws {
    let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
    #expect(html.source == "<p title=\"\(escaped)\">\(escaped)</p>")
    let paragraph = try Element.parsing(html.source).elements[0]
    #expect(paragraph["title"] == hostile)
    #expect(paragraph.canonical.contains(hostile.debugDescription.dropFirst().dropLast()))
    let json = JSON.string(hostile)
    #expect(json.description == #""<b>&\"'""#)
    #expect(try JSON(parsing: json.bytes) == json)
  }

  @Test func `text, numbers, nil and other values are escaped in text`() {
    let none: HTML? = nil
    let html: HTML = "<p>\(hostile)|\(-42)|\(1.5)|\(true)|\(none)|\(Character("<"))</p>"
    #expect(html.source == "<p>\(escaped)|-42|1.5|true||&lt;</p>")
    #expect(html.fault == nil)
  }

  @Test func `textarea and title contain text`() {
    let html: HTML = "<textarea name=\"a\">\(hostile)</textarea>"
    #expect(html.source == "<textarea name=\"a\">\n\(escaped)</textarea>")
  }

  @Test func `single quoted attributes are as safe as double quoted ones`() {
    let html: HTML = "<p title='\(hostile)'></p>"
    #expect(html.source == "<p title='\(escaped)'></p>")
  }

  @Test func `a carriage return and a zero byte become what a browser makes of them in a patch`() {
    let html: HTML = "<p>\("a\r\nb\0c")</p>"
    #expect(html.source == "<p>a&#13;\nb\u{FFFD}c</p>")
  }

  @Test(arguments: [
    ("/posts?a=1&b=2", "/posts?a=1&amp;b=2"), ("https://a.example/é", "https://a.example/é"), ("HTTP://x", "HTTP://x"),
    ("mailto:a@b.example", "mailto:a@b.example"), ("tel:+4930", "tel:+4930"), ("//a.example", "//a.example"),
    ("a:b", "about:invalid"), ("javascript:alert(1)", "about:invalid"), ("JaVaScRiPt:alert(1)", "about:invalid"),
    ("java\nscript:alert(1)", "about:invalid"), ("\u{1}javascript:x", "about:invalid"),
    (" javascript:x", "about:invalid"),
    ("data:text/html,x", "about:invalid"), ("vbscript:x", "about:invalid"), ("/a:b", "/a:b"), ("?a:b", "?a:b"),
    ("#a:b", "#a:b"), ("", ""), ("\"><b>", "&quot;&gt;&lt;b&gt;"), (":x", "about:invalid"),
  ])
  func `a whole URL needs a safe scheme`(url: String, expected: String) {
    for html: HTML in ["<a href=\"\(url)\"></a>", "<img src=\"\(url)\">", "<form action=\"\(url)\"></form>"] {
      #expect(html.source.contains("=\"\(expected)\""), "\(html.source)")
      #expect(html.fault == nil)
    }
  }

  @Test func `a part of a URL is percent-encoded`() {
    let html: HTML = "<a href=\"/posts/\("a/b?c&d\"é")?page=\(2)\"></a>"
    #expect(html.source == "<a href=\"/posts/a%2Fb%3Fc%26d%22%C3%A9?page=2\"></a>")
    let (scheme, rest) = ("java", "script:alert(1)")
    let joined: HTML = "<a href=\"\(scheme)\(rest)\"></a>"
    #expect(joined.source == "<a href=\"javascript%3Aalert%281%29\"></a>")
  }

  private static let refused: [(String, HTML)] = [
    ("unquoted", "<p title=\("x")></p>"), ("unquoted, begun", "<p title=a\("x")></p>"),
    ("script", "<script>\("x")</script>"), ("style", "<style>\("x")</style>"), ("style, number", "<style>\(1)</style>"),
    ("style attribute", "<p style=\"\("x")\"></p>"), ("style attribute, number", "<p style=\"width:\(1)px\"></p>"),
    ("on*", "<p onclick=\"\("x")\"></p>"), ("on*, number", "<p onclick=\"f(\(1))\"></p>"),
    ("on*, upper case", "<p OnClick=\"\("x")\"></p>"), ("on*, long", "<p onsecuritypolicyviolation=\"\("x")\"></p>"),
    ("srcdoc", "<iframe srcdoc=\"\("x")\"></iframe>"), ("comment", "<!-- \("x") -->"),
    ("comment behind >", "<!-- a > b \("x") -->"), ("comment behind a tag", "<!-- <p> \("x") </p> -->"),
    ("doctype", "<!doctype \("x")>"), ("tag name", "<\("x")></p>"), ("tag name, begun", "<p\("x")></p>"),
    ("end tag", "<p></p\("x")>"), ("attribute name", "<p a\("x")=\"1\"></p>"), ("in a tag", "<p \("x")></p>"),
    ("unfinished tag", "<p title=\"\("x")\""), ("unfinished value", "<p title=\"\("x")>"),
    ("unfinished comment", "<!-- x"),
    ("markup in an attribute", "<p title=\"\(HTML("b"))\"></p>"),
    ("trusted markup in an attribute", "<p title=\"\(RawHTML("b"))\"></p>"),
    ("flag in text", "\("disabled", when: true)"), ("flag in a value", "<p title=\"\("a", when: true)\"></p>"),
    ("a flag and a name without space", "<p \("a", when: true)title=\"b\"></p>"),
    ("style of the program", "<p style=\"color:red\">x</p>"), ("on* of the program", "<p ONCLICK = 'f()'>x</p>"),
    ("script of the program", "<script>f()</script>"), ("style sheet of the program", "<style>p { top: 0 }</style>"),
    ("two flags without space", "<p \("a", when: true)\("b", when: true)></p>"),
  ]

  @Test(arguments: refused.indices)
  func `a value in a dangerous or broken place is refused`(index: Int) {
    let (name, html) = Self.refused[index]
    #expect(html.fault != nil, "\(name): \(html.source)")
  }

  @Test func `text in a comment or in a script that is not code is not checked`() {
    let html: HTML =
      "<!-- a > b -- <p title=\" --><script type=\"a/b\">a > b \"<p>\"</script><!----><p>\(1)</p><!-->\(2)"
    #expect(html.fault == nil)
    #expect(html.source.hasSuffix("<p>1</p><!-->2"))
  }

  @Test func `markup that the content security policy would ignore is refused with an alternative`() {
    let style: HTML = "<p style=\"color:red\" class=\"a\">x</p>"
    #expect(style.fault == "the strict content security policy ignores style attributes; use a class")
    let click: HTML = "<button onclick=\"f()\">A</button><p title=\"b\"></p>"
    #expect(
      click.fault == "the strict content security policy blocks onclick; let a control send an event instead")
    let script: HTML = "<p>a</p><script>f()</script><p>b</p>"
    #expect(
      script.fault
        == "the strict content security policy blocks <script> in the markup; put it into a file in Public/")
    let allowed: HTML =
      "<script type=\"module\" src=\"/a.js\"></script><p data-style=\"a\">style=\"a\" onclick=\"b\"</p>"
    #expect(allowed.fault == nil)
  }

  @Test func `a cell with a fault shows nothing and is reported by address, and the others stay`() {
    struct Faulty: Content {
      var html: HTML { "<p style=\"\("x")\"></p>" }
    }
    let root = ContainerModel()
    root.add(Note(text: "before"))
    root.add(Faulty())
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(tree.snapshot().children.map { $0.cell?.html.source } == ["<p>before</p>", ""])
    #expect(
      tree.takeDiagnostics() == [
        .render("the strict content security policy ignores style attributes; use a class", address: "faulty")
      ])
  }

  @Test func `nested markup keeps its slots, flags and controls`() {
    func item(_ text: String, _ isOn: Bool) -> HTML {
      "<li \("hidden", when: isOn)>\(text)<button \(Row.tap, sends: 3)>+</button></li>"
    }
    let html: HTML = "<ul>\([item("<a>", true), item("b", false)])</ul>\(item("c", true))\(RawHTML("<hr>"))"
    #expect(html.flags == ["hidden", "hidden", "hidden"])
    #expect(html.controls.map(\.event.label) == ["tap", "tap", "tap"])
    #expect(html.controls.map(\.example) == [3, 3, 3])
    #expect(html.source.hasPrefix("<ul><li hidden>&lt;a&gt;<button formaction=\"&amp;event=tap\""))
    #expect(html.source.hasSuffix("</li><hr>"))
    #expect(html.slots.count(where: \.isTarget) == 3)
  }

  @Test func `a fault inside nested markup is a fault of the cell`() {
    let inner: HTML = "<p style=\"\("x")\"></p>"
    let html: HTML = "<div>\(inner)</div>"
    #expect(html.fault == inner.fault)
  }
}

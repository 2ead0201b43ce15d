import Testing

@testable import Espalier

/// The ready-made contents.
@Suite struct PartTests {
  private func links(_ text: String) -> String { "\(HTML(linking: text))" }

  @Test(arguments: [
    ("see https://example.org now", "https://example.org"),
    ("HTTP://Example.org/a?b=c&d#e.", "HTTP://Example.org/a?b=c&d#e"),
    ("(https://example.org/a_(b))", "https://example.org/a_(b)"), ("(https://example.org)", "https://example.org"),
    ("mailto:ada@example.org!", "mailto:ada@example.org"), ("https://bücher.example/ä", "https://bücher.example/ä"),
    ("https://[::1]/", "https://[::1]/"), ("a\nhttps://example.org\nb", "https://example.org"),
  ])
  func `a link is found, without the punctuation after it`(text: String, link: String) throws {
    let html = links(text)
    let escaped = link.replacing("&", with: "&amp;")
    #expect(html.contains("<a href=\"\(escaped)\" rel=\"noopener noreferrer nofollow ugc\">\(escaped)</a>"), "\(html)")
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "ftp://example.org", "//example.org",
    "https://", "https:// x", "http:///x", "https://?", "mailto:", "mailto:x", "mailto:@", "xhttps://example.org",
    "https://bank.example@evil.example/", "https://.", "httpss://example.org", "java\u{0}script:x", "hhttp:/x",
  ])
  func `only whole links of safe schemes are links`(text: String) { #expect(!links(text).contains("<a ")) }

  @Test(arguments: try HostileTexts.all())
  func `a hostile text is escaped, whatever is linked`(text: String) {
    for text in [text, "https://example.org/\(text)", "\(text) https://example.org", "mailto:a@b\(text)"] {
      let html = links(text)
      let opened = html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1)
      #expect(
        opened.allSatisfy { $0.hasPrefix("a href=\"http") || $0.hasPrefix("a href=\"mailto:") || $0.hasPrefix("/a>") })
    }
  }

  @Test func `a link that is too long stays text`() {
    #expect(links("https://" + String(repeating: "a", count: 2048)).contains("<a "))
    #expect(!links("https://" + String(repeating: "a", count: 2049)).contains("<a "))
  }

  @Test func `a text that changes its direction ends a link`() {
    #expect(links("https://example.org/\u{202E}gpj.exe").contains(">https://example.org/</a>\u{202E}gpj.exe"))
  }

  @Test func `chips, labels, lines, spaces, stacks and bubbles are ordinary contents`() throws {
    let list = ContainerModel()
    let tree = Tree(list)
    list.set {
      Label("One", .title)
      Label("two\nlines")
      Divider()
      Spacer(12)
      Stack(.horizontal, [Label("a"), Label("b", .note)])
      Stack(.vertical, [Chips(["x"])], id: "chips")
      MessageBubble(id: 1, "Hello <b>", by: "Ada", at: "12:04", isOwn: true)
    }
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics().isEmpty)
    #expect(list.children.map(\.key) == ["label", "label-2", "divider", "spacer", "stack", "chips", "1"])
    #expect(
      list.children.map(\.typeName) == ["Label", "Label", "Divider", "Spacer", "Stack", "Stack", "MessageBubble"])
    let titles = list.children.compactMap { ($0 as? CellModel<Label>) }
    titles[1].content.text = "new"
    #expect(try #require(tree.flushAll()).summary == ["update label-2"], "only what changes (STK-01)")
    let html = "\(try #require(list.children.last as? CellModel<MessageBubble>).content.html)"
    #expect(html.contains("Hello &lt;b&gt;") && html.contains("e-own") && html.contains(">12:04<"))
  }

  @Test(arguments: [Layout.Snap.start, .center, .end])
  func `a layout that snaps says where (E29)`(place: Layout.Snap) {
    #expect(Layout.strip.snapping(place).classes == "e-strip e-part e-snap e-snap-\(place.rawValue)")
    #expect(!Layout.strip.classes.contains("e-snap"))
  }

  @Test func `a pressed chip sends its label, from inside of a stack too`() throws {
    let list = ContainerModel()
    let heard = Box<[String]>([])
    list.add(Chips(["a", "b"], pressed: ["b"]))
    list.add(Stack(.vertical, [Chips(["c"])], id: "s"))
    list.on(Chips.press) { heard.value.append($1) }
    let tree = Tree(list)
    _ = tree.flushAll()
    _ = try tree.receive("pressChip", from: "chips", data: "a")
    _ = try tree.receive("pressChip", from: "s", data: "c")
    #expect(heard.value == ["a", "c"])
    #expect(
      try JSON(encoding: Chips(["b", "a"], pressed: ["a", "b", "z"])) == [
        "labels": ["b", "a"], "pressed": ["b", "a"],
      ])
  }
}

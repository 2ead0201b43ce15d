import Testing

@testable import Espalier

/// The prefix of a site that shares its host with others: which texts can be one, and where it comes in URLs and markup.
@Suite struct URLPrefixTests {
  private let prefix: URLPrefix

  init() throws { prefix = try URLPrefix("/app") }

  @Test(arguments: ["/app", "/a/b", "/tools-1/app_2.x~y", "/A"])
  func `a path of plain segments is a prefix`(text: String) throws {
    #expect(try URLPrefix(text).text == text)
    #expect(try URLPrefix(text).segments.joined(separator: "/") == text.dropFirst())
  }

  @Test(arguments: [
    "app", "/", "/app/", "//app", "/a//b", "/a b", "/ä", "/a%20b", "/a?b", "/a#b", "/..", "/a/./b", "/a\"b", "/a&b",
    "/a\\b", "https://host/app", "/a\n", "/\u{212A}",
  ])
  func `any other text is refused with an example`(text: String) {
    let error = #expect(throws: URLPrefix.Invalid.self) { try URLPrefix(text) }
    #expect(error?.description.contains("such as /app or /tools/app") == true)
  }

  @Test func `only paths from the root get the prefix`() throws {
    #expect(prefix.added(to: "/") == "/app/")
    #expect(prefix.added(to: "/posts?a=/b#/c") == "/app/posts?a=/b#/c")
    #expect(prefix.added(to: "/app/posts") == "/app/app/posts")
    for other in ["", "posts", "?a=1", "#a", "//host/a", "/\\host", "https://host/a", "mailto:a@b", "about:invalid"] {
      #expect(prefix.added(to: other) == other)
    }
    #expect(URLPrefix.none.added(to: "/posts") == "/posts")
    #expect(try URLPrefix("") == .none)
  }

  @Test func `every attribute that holds a URL gets the prefix, however it is quoted`() {
    for name in MarkupContext.Name.urls.map(\.text) + ["srcset", "imagesrcset"] {
      for quote in ["\"", "'", ""] {
        let before = "<p>a</p><X class=a \(name) = \(quote)"
        let after = "\(quote) id=\"b\"></X>"
        #expect(prefix.added(toMarkup: "\(before)/a\(after)") == "\(before)/app/a\(after)", "\(name)\(quote)")
        #expect(prefix.added(toMarkup: "\(before)//a\(after)") == "\(before)//a\(after)", "\(name)\(quote)")
      }
    }
    #expect(prefix.added(toMarkup: "<a HREF=\" \n/a\">") == "<a HREF=\" \n/app/a\">")
  }

  @Test func `each URL of an attribute with several gets the prefix`() {
    let images = "<img srcset=\"/a.png, /b.png 2x,https://host/c.png 3x, //host/d.png 4x , /e,f.png 5x\">"
    #expect(
      prefix.added(toMarkup: images)
        == "<img srcset=\"/app/a.png, /app/b.png 2x,https://host/c.png 3x, //host/d.png 4x , /app/e,f.png 5x\">")
    #expect(prefix.added(toMarkup: "<a ping=\"/a /b x\">") == "<a ping=\"/app/a /app/b x\">")
  }

  @Test(arguments: [
    "<p title='href=\"/a\"' value=\"/a\" data-href=\"/a\" hreflang=\"/a\">href=\"/a\" <code>src=\"/a\"</code></p>",
    "<!-- <a href=\"/a\"> -->", "<script>let a = '<a href=\"/a\">'</script>", "<textarea><a href=\"/a\"></textarea>",
    "<title><a href=\"/a\"></title>", "</a href=\"/a\">", "<a href", "<a href=", "<a href=\"", "<", "1 </ 2",
    "<a href=\"a/b\"><a href=\"#/b\"><a href=\"?/b\">",
  ])
  func `everything else stays as it is`(markup: String) {
    #expect(prefix.added(toMarkup: markup) == markup)
    #expect(prefix.added(to: HTML(RawHTML(markup))).bytes == Array(markup.utf8))
  }

  @Test func `a text that stands for a path gets the prefix only at the start of a URL`() {
    let markup = "<a href=\"@@?a\">@@</a><a href=\"https://host@@\" title=\"@@\"></a>"
    let written = prefix.added(toMarkup: markup) { $0.starts(with: "@@".utf8) }
    #expect(written == "<a href=\"/app@@?a\">@@</a><a href=\"https://host@@\" title=\"@@\"></a>")
  }

  @Test func `a path in a slot gets the prefix in the slot, so that the shape stays`() {
    func link(_ host: String, _ path: String, _ text: String) -> HTML {
      """
      <a \("hidden", when: text == "/") href="\(path)" title="\(text)">\(text)</a><a href="/card/\(text)">1</a>\
      <a href="\(host)/b">\(text)</a><img src="\(host)\(path)">
      """
    }
    let values = ["", "/", "/a", "//host", "a", "https://host", "\" href=\"/x"]
    for host in values {
      for path in values {
        for text in values {
          let (plain, first) = (link(host, path, text), link("https://host", "/a", "a"))
          let (written, other) = (prefix.added(to: plain), prefix.added(to: first))
          #expect(written.bytes == Array(prefix.added(toMarkup: plain.source).utf8))
          #expect(written.hasShape(of: other))
          #expect(written.slots.map(\.kind) == plain.slots.map(\.kind))
          for (mine, theirs) in zip(written.slots, plain.slots) {
            let (new, old) = (written.bytes[mine.range], plain.bytes[theirs.range])
            #expect(new.elementsEqual(old) || new.elementsEqual(Array("/app".utf8) + old))
          }
        }
      }
    }
  }

  @Test func `a changed URL travels with the prefix`() throws {
    struct Picture: Content {
      var name: String
      var html: HTML { "<img src=\"/pictures/\(name).png\" alt=\"\(name)\"><a href=\"\("/" + name)\">More</a>" }
    }
    let cell = CellModel(Picture(name: "a"))
    let root = ContainerModel()
    root.add(cell)
    let tree = Tree(root, prefix: prefix)
    _ = tree.flushAll()
    cell.content.name = "/b"
    let html = HTMLDialect(events: "/p/events", prefix: prefix)
    let patch = DOMDialect(html: html).patch(try #require(tree.flushAll()))
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"[["=","picture","0@src","/app/pictures/%2Fb.png","0@alt","/b","1@href","//b"]]"#)
    cell.content.name = "c"
    let next = DOMDialect(html: html).patch(try #require(tree.flushAll()))
    #expect(String(decoding: next, as: UTF8.self).contains("\"1@href\",\"/app/c\""))
  }

  @Test func `effects and the URLs of events have the prefix`() throws {
    let changes = ChangeSet().adding([.navigate("/a?b=/c")])
    let html = HTMLDialect(events: "/p/events", prefix: prefix)
    let patch = String(decoding: DOMDialect(html: html).patch(changes), as: UTF8.self)
    #expect(patch == #"[["@","","navigate","/app/a?b=/c"]]"#)
    let receipt = Receipt.document(
      nil, version: "e.1", instance: JSONObject(), changes: nil, effects: [.navigate("/a")], prefix: prefix)
    #expect(receipt["effects"]?[0]?["url"] == "/app/a")
    let live = LivePage(path: "/p", patches: "/p/patches#id", version: "e.1", title: "/t")
    let form = String(decoding: html.naming(3).form(live: live), as: UTF8.self)
    for text in ["action=\"/app/p/events\"", "=\"/app/p\"", "=\"/app/p/patches#id\"", "=\"/t\""] {
      #expect(form.contains(text), "\(text)")
    }
  }
}

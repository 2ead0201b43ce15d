import EspalierTestSupport
import Testing

@testable import Espalier

/// Text from users stays text in each place of each dialect: it cannot become markup, an attribute, a URL that runs, or
/// an address.
@Suite struct HostileTextTests {
  /// A cell with one text in each place that a cell can have.
  private struct Showcase: Content, Identifiable {
    static let say = Event<String>("say")
    let id: String
    var text = "x"
    var html: HTML {
      """
      <p class="note \(text)" title="\(text)">\(text)<b>\(text)</b> and \(text)</p><img src="\(text)" alt="\(text)">\
      <a href="\(text)">\(text)</a><a href="/at/\(text)?q=\(text)#\(text)">\(text)</a>\
      <form \(Self.say)><textarea name="data">\(text)</textarea><input value="\(text)"><button formaction="\(text)">!</button></form>\
      <button \(Self.say, sends: text)>\(text)</button><svg><a xlink:href="\(text)"><title>\(text)</title></a></svg>
      """
    }
  }

  /// The same markup from a template.
  private struct Filled: TemplateContent, Identifiable {
    static let template = TemplateName.file("Filled")
    static let events = [Showcase.say.name]
    static let source = """
      <p class="note {{text}}" title="{{text}}">{{text}}<b>{{text}}</b> and {{text}}</p><img src="{{text}}" alt="{{text}}">\
      <a href="{{text}}">{{text}}</a><a href="/at/{{text}}?q={{text}}#{{text}}">{{text}}</a>\
      <form {{event:say}}><textarea name="data">{{text}}</textarea><input value="{{text}}"><button formaction="{{text}}">!</button></form>\
      <button {{event:say text}}>{{text}}</button><svg><a xlink:href="{{text}}"><title>{{text}}</title></a></svg>
      """
    let id: String
    var text = "x"
  }

  private static let templates = try? TemplateLibrary(files: ["Filled": Filled.source])
  private let html = HTMLDialect(events: "/e", named: 0)

  /// A tree with one cell of each kind. The text is also part of their keys.
  private func tree(_ key: String, _ text: String, below prefix: URLPrefix = .none) -> (
    Tree, CellModel<Showcase>, CellModel<Filled>
  ) {
    let (coded, filled) = (CellModel(Showcase(id: "c" + key, text: text)), CellModel(Filled(id: "t" + key, text: text)))
    let list = ContainerModel(id: key)
    list.add(coded)
    list.add(filled)
    let root = ContainerModel()
    root.add(list)
    let tree = Tree(root, templates: Self.templates ?? TemplateLibrary(), prefix: prefix)
    _ = tree.flushAll()
    return (tree, coded, filled)
  }

  private func page(_ tree: Tree) throws -> Element {
    try Element.parsing(String(decoding: html.list(tree.snapshot()), as: UTF8.self))
  }

  /// The elements and the names of their attributes, which no text may change.
  private func skeleton(_ element: Element) -> String {
    let names = element.attributes.map(\.name).joined(separator: " ")
    return "<\(element.name) \(names)>\(element.elements.map(skeleton).joined())</>"
  }

  private func check(_ page: Element, shows text: String) {
    let urls = ["href", "xlink:href", "src", "action", "formaction"]
    for element in page.everything {
      for (name, value) in element.attributes where urls.contains(name) {
        #expect(!HostileTexts.isDangerous(value), "\(name) of \(text.debugDescription) is \(value.debugDescription)")
      }
      if let id = element["id"] { #expect(id.utf8.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "/") }, "\(id)") }
      if element.name == "p" {
        #expect(element["title"].map { Array($0.utf8) } == Array(HostileTexts.shown(text).utf8))
      }
    }
  }

  @Test func `a page shows each hostile text literally, in coded cells and in templates`() throws {
    let plain = skeleton(try page(tree("k", "x").0))
    for text in try HostileTexts.all() {
      let (tree, _, _) = tree(text, text)
      #expect(tree.takeDiagnostics() == [])
      let page = try page(tree)
      #expect(skeleton(page) == plain, "\(text.debugDescription)")
      check(page, shows: text)
      for element in page.everything {
        for name in ["action", "formaction"] where element[name]?.hasPrefix("/e?node=") == true { element[name] = "" }
      }
      let cells = page.everything.filter { $0.name == "li" }.dropFirst().map { $0.elements.map(\.canonical) }
      #expect(cells[0] == cells[1], "coded and from a template")
    }
  }

  @Test func `below a prefix only URLs change, whatever the texts look like`() throws {
    let prefix = try URLPrefix("/app")
    let below = HTMLDialect(events: "/e", named: 0, prefix: prefix)
    let urls = ["href", "xlink:href", "src", "action", "formaction"]
    for text in try HostileTexts.all() + ["\" href=\"/x", "<a href=\"/x\">", " src=/x ", "/x", "//x", "' action='/x"] {
      let plain = try page(tree("k", text).0)
      let root = tree("k", text, below: prefix).0.snapshot()
      let prefixed = try Element.parsing(String(decoding: below.list(root), as: UTF8.self))
      var changed = 0
      for (one, other) in zip(plain.everything, prefixed.everything) {
        for name in urls {
          guard let url = one[name] else { continue }
          #expect(other[name] == prefix.added(to: url), "\(name) of \(text.debugDescription)")
          changed += other[name] == url ? 0 : 1
          other[name] = url
        }
      }
      #expect(plain.canonical == prefixed.canonical, "\(text.debugDescription)")
      #expect(changed >= 6, "\(text.debugDescription)")
    }
  }

  @Test func `a page patched in any dialect equals the page that a new client loads`() throws {
    for text in try HostileTexts.all() {
      let (tree, coded, filled) = tree("k", "x")
      let (dom, turbo) = (DOMDialect(html: html), TurboDialect(html: html))
      let (live, streamed) = (try page(tree), try page(tree))
      var document = JSONDialect.document(tree.snapshot())
      let list = try #require(tree.root.children.first as? ContainerModel)
      let steps: [() -> Void] = [
        {
          coded.content.text = text; filled.content.text = text
        }, { list.add(Showcase(id: text, text: text)) },
        { list.set { Showcase(id: "only " + text, text: text) } }, { list.children.removeAll() },
      ]
      for step in steps {
        step()
        let changes = tree.flushAll() ?? ChangeSet()
        try live.apply(dom.patch(changes))
        try streamed.applyTurbo(turbo.patch(changes))
        document = try JSONPatch.apply(try JSON(parsing: JSONDialect.patch(changes).bytes), to: document)
        let fresh = try page(tree)
        #expect(live.canonical == fresh.canonical, "\(text.debugDescription)")
        #expect(streamed.canonical == fresh.canonical, "\(text.debugDescription)")
        #expect(document ~~ JSONDialect.document(tree.snapshot()), "\(text.debugDescription)")
        check(live, shows: text)
      }
    }
  }

  @Test func `a row with any text as its key is found by its address and can send events`() throws {
    for text in try HostileTexts.all() {
      let (tree, coded, _) = tree(text, "x")
      var heard: [String] = []
      tree.root.on(Showcase.say) { heard.append($1) }
      _ = try tree.receive("say", from: coded.address, data: .string(text))
      #expect(heard.map { Array($0.utf8) } == [Array(text.utf8)])
    }
  }

  @Test func `a field with any name is patched by its own pointer`() throws {
    struct Fields: Content {
      var fields: [String: Int]
      var html: HTML { "<p>\(fields.count)</p>" }
      init(_ fields: [String: Int]) { self.fields = fields }
      init(from decoder: any Decoder) throws { fields = try [String: Int](from: decoder) }
      func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
    }
    for text in try HostileTexts.all() {
      let cell = CellModel(Fields([text: 1, "other": 1]))
      let root = ContainerModel()
      root.add(cell)
      let tree = Tree(root)
      _ = tree.flushAll()
      var document = JSONDialect.document(tree.snapshot())
      for fields in [[text: 2, "other": 1], ["other": 1], ["other": 1, text: 3]] {
        cell.content = Fields(fields)
        document = try JSONPatch.apply(JSONDialect.patch(tree.flushAll() ?? ChangeSet()), to: document)
        #expect(document ~~ JSONDialect.document(tree.snapshot()), "\(text.debugDescription)")
      }
    }
  }

  @Test func `clients cannot send trusted markup, but saved markup is trusted`() throws {
    struct Post: Codable, Equatable, Sendable {
      var body = RawHTML("")
    }
    #expect(
      throws: PayloadError(field: "data.body", reason: "must not be markup: markup from a viewer is not trusted")
    ) {
      try JSON(parsing: Array(#"{"body":"<script>"}"#.utf8)).decode(Post.self)
    }
    #expect(throws: PayloadError.self) { try JSON.string("<script>").decode(RawHTML.self, fromForm: true) }
    let kept = try JSON(encoding: Post(body: RawHTML("<hr>")))
    #expect(try JSON(parsing: kept.bytes).decode(Post.self, trustsMarkup: true) == Post(body: RawHTML("<hr>")))
  }
}

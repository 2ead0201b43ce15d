import Testing

@testable import Espalier

private struct Person: TemplateContent {
  static let template = TemplateName.file("Person")
  static let greet = Event<String>("greet")
  static let wave = Event<NoData>("wave")
  static var events: [EventDescriptor] { [greet.name, wave.name] }
  var name = "<Ann>"
  var age = 7
  var note: String?
  var logo = RawHTML("<hr>")
}

private struct Entry: TemplateContent {
  static let template = TemplateName.block("Entry", in: "page")
  var text: String
}

@Suite struct TemplateTests {
  private func html(_ text: String, partials: [String: String] = [:], _ person: Person = Person()) throws -> HTML {
    try person.html(from: TemplateLibrary(files: partials.merging(["Person": text]) { $1 }))
  }

  private func error(_ text: String, partials: [String: String] = [:]) -> TemplateError? {
    do throws(TemplateError) {
      _ = try Person().html(from: TemplateLibrary(files: partials.merging(["Person": text]) { $1 }))
      return nil
    } catch {
      return error
    }
  }

  @Test func `fields are slots, escaped for their place`() throws {
    let cell = try html("<p class=\"a{{age}}\" title=\"{{name}}\">{{name}} {{age}}{{note}}</p>{{{logo}}}")
    #expect(cell.source == "<p class=\"a7\" title=\"&lt;Ann&gt;\">&lt;Ann&gt; 7</p><hr>")
    #expect(cell.slots.count == 5)
    #expect(Shape(of: cell)?.parts.map(\.locator) == ["0@class", "0@title", "0:0"])
  }

  @Test func `a template cell and a coded cell with the same markup are equal`() throws {
    let coded: HTML = "<p title=\"\("<Ann>")\">\(7)</p>"
    #expect(try html("<p title=\"{{name}}\">{{age}}</p>") == coded)
  }

  @Test func `events come from the content's own list`() throws {
    let cell = try html(
      """
      <button {{event:wave}}>Wave</button><button {{event:greet name}}>Greet</button>
      <button {{event:greet "all of you"}}>All</button><form {{event:greet}}></form>
      """)
    #expect(cell.controls.map(\.event) == [Person.wave.name, Person.greet.name, Person.greet.name, Person.greet.name])
    #expect(cell.controls.map(\.example) == [nil, "<Ann>", "all of you", nil])
    #expect(cell.source.contains("event=greet\" name=\"data\" value=\"&lt;Ann&gt;\""))
  }

  @Test func `blocks are cells of their page and are not printed with it`() throws {
    let library = try TemplateLibrary(files: [
      "page": "<h1>{{title}}</h1>\n<template data-cell=\"Entry\">\n  <p>{{text}}</p>\n</template>\n<main></main>",
      "other": "",
    ])
    #expect(library.names == [.file("other"), .file("page"), .block("Entry", in: "page")])
    #expect(try Entry(text: "&").html(from: library).source == "<p>&amp;</p>")
    let page = try library.document("page", ["title": "T"]).source
    #expect(page.hasPrefix("<h1>T</h1>\n"))
    #expect(page.hasSuffix("<main></main>"))
    #expect(!page.contains("template"))
  }

  @Test func `a document that prints an unknown name is refused, in a partial too, but not in a section`() throws {
    let library = try TemplateLibrary(files: [
      "page": "{{> head}}{{#note}}{{.}}{{/note}}{{#list}}{{name}}{{/list}}", "head": "<title>\n{{titel}}</title>",
    ])
    let error = #expect(throws: TemplateError.self) { try library.document("page", ["title": "T", "list": []]) }
    #expect(error?.description == "head.html:2: there is no value \"titel\"; there are: title, list")
    #expect(try library.document("page", ["titel": "T"]).source == "<title>\nT</title>")
  }

  private static let broken: [(String, String)] = [
    ("<p>\n{{name</p>", "Person.html:2: a tag is not closed"),
    ("<p>\n\n{{#name}}x</p>", "Person.html:3: {{#name}} is never closed"),
    ("a\n{{#name}}\n{{/age}}", "Person.html:3: {{/age}} does not match the open {{#name}} of line 2"),
    ("a\n{{/name}}", "Person.html:2: {{/name}} closes nothing"),
    ("\n{{a b}}", "Person.html:2: a tag needs a name, not \"a b\""),
    ("{{}}", "Person.html:1: a tag needs a name, not \"\""),
    ("\n{{=x}}", "Person.html:2: a tag is not closed"), ("{{=}}", "Person.html:1: a tag is not closed"),
    ("\n{{=x=}}", "Person.html:2: a delimiter tag needs two delimiters, as in {{=<% %>=}}"),
    ("a\n{{> nobody}}", "Person.html:2: there is no template nobody.html for {{> nobody}}"),
    ("a\n\n{{nmae}}", "Person.html:3: Person has no field \"nmae\"; it has: name, age, note, logo"),
    ("{{#nmae}}x{{/nmae}}", "Person.html:1: Person has no field \"nmae\"; it has: name, age, note, logo"),
    (
      "\n<button {{event:gret}}></button>",
      "Person.html:2: the content declares no event or command \"gret\"; it declares: greet, wave"
    ),
    ("\n<button {{event:}}></button>", "Person.html:2: {{event:…}} needs the event's label"),
    ("\n{{{name}}}", "Person.html:2: {{{name}}} prints markup, so its field must be a RawHTML"),
    ("\n{{&name}}", "Person.html:2: {{{name}}} prints markup, so its field must be a RawHTML"),
    ("\n<p title={{name}}>", "Person.html:2: quote the value of the attribute title"),
    (
      "\n\n<p style=\"{{name}}\">",
      "Person.html:3: the strict content security policy ignores style attributes; use a class"
    ),
    ("\n<a {{event:greet}}></a>", "Person.html:2: <a> cannot send the event greet; use a button or a form"),
    ("<p>x</p\n", "Person.html: a tag is not closed"),
  ]

  @Test(arguments: broken.indices)
  func `an error in a template is reported with file and line`(index: Int) {
    let (text, expected) = Self.broken[index]
    #expect(error(text)?.description == expected)
  }

  @Test func `an error in a partial is reported with the partial's file and line`() {
    let page = "\n\n\n<div>{{> inner}}</div>"
    #expect(
      error(page, partials: ["inner": "a\n{{{name}}}"])?.description
        == "inner.html:2: {{{name}}} prints markup, so its field must be a RawHTML")
    #expect(error(page, partials: ["inner": "a\n{{#x}}"])?.description == "inner.html:2: {{#x}} is never closed")
    #expect(
      error(page, partials: ["inner": "a\n<p style=\"{{name}}\">"])?.description.hasPrefix("inner.html:2: ") == true)
    #expect(
      error("{{> inner}}\n{{{name}}}", partials: ["inner": "x"])?.description.hasPrefix("Person.html:2: ") == true)
    #expect(
      error("a{{> Person}}")?.description == "Person.html:1: {{> Person}} includes itself without end")
  }

  @Test func `repeated blocks, unclosed blocks and errors in a block are reported with their line`() {
    func error(_ page: String) -> String? {
      do throws(TemplateError) {
        _ = try TemplateLibrary(files: ["page": page])
        return nil
      } catch {
        return error.description
      }
    }
    let block = "<template data-cell=\"Entry\">\n\n{{text}}</template>"
    #expect(error("\n\(block)\n\(block)") == "page.html:7: there are two blocks named \"Entry\"")
    #expect(error("\n\n<template data-cell=\"Entry\">x") == "page.html:3: <template data-cell=\"…\"> is not closed")
    #expect(
      error("\n<template data-cell=\"Entry\">\n\n  <p>\n{{#x}}</p></template>") == "page.html:5: {{#x}} is never closed"
    )
    #expect(error("<template data-cell=\"Entry\">\n</template>\n\n{{#x}}") == "page.html:4: {{#x}} is never closed")
  }

  @Test func `the error for a missing template lists the existing ones`() throws {
    let library = try TemplateLibrary(files: [
      "other": "", "page": "<template data-cell=\"Row\">x</template>",
    ])
    #expect(throws: TemplateError.self) { try Person().html(from: library) }
    do {
      _ = try Person().html(from: library)
    } catch {
      #expect("\(error)" == "Person: there is no template Person.html for Person; there are: other, page, page#Row")
    }
    do {
      _ = try Entry(text: "").html(from: library)
    } catch {
      #expect(
        "\(error)" == "page#Entry: there is no <template data-cell=\"Entry\"> in page.html for Entry; "
          + "there are: other, page, page#Row")
    }
  }

  @Test func `a template cell with a fault shows nothing, is reported, and shows after the template is fixed`() throws {
    let root = ContainerModel()
    root.add([Person()])
    let tree = Tree(root, templates: try TemplateLibrary(files: ["Person": "{{nmae}}"]))
    _ = tree.flushAll()
    #expect(
      tree.takeDiagnostics() == [
        .render("Person.html:1: Person has no field \"nmae\"; it has: name, age, note, logo", address: "person")
      ])
    tree.use(try TemplateLibrary(files: ["Person": "<p>{{age}}</p>"]))
    #expect(tree.flushAll()?.summary == ["update person"])
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>7</p>")
    tree.use(try TemplateLibrary(files: ["Person": "<p>{{age}}</p>"]))
    #expect(tree.flushAll() == nil, "the new template looks the same")
  }
}

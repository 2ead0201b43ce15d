import Testing

@testable import Espalier

@Suite struct TemplateCheckTests {
  @Test func `a partial that includes itself with growing indentation is refused with file and line`() {
    let node = "<b>{{name}}</b>\n{{#children}}\n  {{> node}}\n{{/children}}\n"
    let error = #expect(throws: TemplateError.self) { try TemplateLibrary(files: ["node": node]) }
    #expect(error?.file == "node.html")
    #expect(error?.line == 3)
  }

  @Test func `a partial that includes itself at the start of its line follows its data`() throws {
    let library = try TemplateLibrary(files: ["node": "<b>{{name}}</b>{{#children}}{{> node}}{{/children}}"])
    let data: JSON = ["name": "a", "children": [["name": "b", "children": [["name": "c", "children": []]]]]]
    #expect(try library.document("node", data).source == "<b>a</b><b>b</b><b>c</b>")
    #expect(library.members(of: "regions", in: "node") == [])
  }

  @Test func `templates know an optional field that is nil by its coding key`() throws {
    struct Task: TemplateContent {
      static let template = TemplateName.file("Task")
      var dueDate: Int?
      enum CodingKeys: String, CodingKey { case dueDate = "due" }
    }
    let library = try TemplateLibrary(files: ["Task": "<p>{{due}}</p>"])
    #expect(try Task().html(from: library).source == "<p></p>")
    #expect(try Task(dueDate: 3).html(from: library).source == "<p>3</p>")
  }

  @Test func `a form in a template can send itself`() throws {
    struct Search: TemplateContent {
      static let template = TemplateName.file("Search")
      static let query = Event<String>("query")
      static let events = [query.name]
    }
    let library = try TemplateLibrary(files: ["Search": "<form {{event:query on=input}}><input name=\"data\"></form>"])
    #expect(try Search().html(from: library).source.contains("data-on=\"input\""))
    let error = #expect(throws: TemplateError.self) {
      try TemplateLibrary(files: ["Search": "\n<form {{event:query on=hover}}></form>"])
    }
    #expect(error?.line == 2)
  }

  @Test(
    arguments: [
      ("input", .input), ("change", .change), ("focus", .focus), ("blur", .blur), ("outside", .clickOutside),
      ("pause:300", .pause(.milliseconds(300))), ("every:5000", .every(.seconds(5))),
      ("keys:Enter,x,Space", .keys([.enter, .character("x"), .space])),
      ("pause", nil), ("pause:soon", nil), ("keys:", nil), ("keys:Entr", nil), ("input:3", nil), ("", nil),
    ] as [(String, FormTrigger?)])
  func `a template names each trigger`(word: String, trigger: FormTrigger?) {
    #expect(FormTrigger(template: word[...]) == trigger)
  }

  @Test(arguments: [
    ("<p class={{text}}>", "quote the value"), ("<button {{event:nap}}>", "declares no event"),
    ("{{> lost}}", "there is no template lost.html"),
  ])
  func `an example cell is checked before the first real one`(source: String, reason: String) throws {
    struct Later: TemplateContent {
      static let template = TemplateName.file("Later")
      var text = ""
    }
    let error = #expect(throws: TemplateError.self) {
      try TemplateLibrary(files: ["Later": "\n\(source)"]).check(Later())
    }
    #expect(error?.line == 2)
    #expect(error?.reason.contains(reason) == true)
    #expect(throws: Never.self) { try TemplateLibrary(files: ["Later": "<p>{{text}}</p>"]).check(Later()) }
  }
}

import Testing

@testable import Espalier

@Suite struct ControlTests {
  private struct Choice: Codable, Sendable {
    let name: String
    let count: Int
  }
  private static let word = Event<String>("word")
  private static let bare = Event<NoData>("bare")
  private static let choice = Event<Choice>("choice")
  private static let odd = Event<Int>("a b&\"é")

  private func rendered(_ html: HTML) -> String {
    let cell = CellSnapshot(type: "Note", content: Note(text: ""), html: html)
    return String(decoding: HTMLDialect(events: "/page/events").markup(cell, at: "a/b"), as: UTF8.self)
  }

  @Test func `a button posts to the page's form, with the event in its address and the data as its value`() {
    let html: HTML = "<button \(Self.word, sends: "<Like>") class=\"quiet\">Like</button>"
    #expect(
      rendered(html)
        == "<button form=\"~form\" formaction=\"/page/events?node=a/b&amp;event=word\" name=\"data\" "
        + "value=\"&lt;Like&gt;\" class=\"quiet\">Like</button>")
    #expect(html.controls == [Control(event: Self.word.name, example: "<Like>")])
  }

  @Test(arguments: [nil, "Ada"])
  func `a button whose data is nothing sends nothing, also from a form`(name: String?) throws {
    let event = Event<String?>("choose")
    let markup = rendered("<button \(event, sends: name)>Choose</button>")
    let sent = try #require(markup.split(separator: "value=\"").last?.prefix { $0 != "\"" })
    #expect(try event.name.payload(from: .string(String(sent)), fromForm: true) as? String? == .some(name))
  }

  @Test func `only as many buttons as asked for name the form, from the first`() {
    let html: HTML = "<button \(Self.bare)>1</button><button \(Self.bare)>2</button>"
    let cell = CellSnapshot(type: "Note", content: Note(text: ""), html: html)
    let row = { NodeSnapshot(key: $0, type: "Note", cell: cell) }
    let list = NodeSnapshot(key: "", type: "List", children: [row("a"), row("b")])
    for (named, expected) in [(0, 0), (1, 1), (3, 3), (Int.max, 4)] {
      let markup = String(decoding: HTMLDialect(events: "/e").naming(named).list(list), as: UTF8.self)
      let buttons = markup.split(separator: "<button ").dropFirst()
      #expect(buttons.map { $0.hasPrefix("form=\"~form\" formaction=") } == (0..<4).map { $0 < expected })
    }
    #expect(list.children[0].cell?.html.buttons == 2)
  }

  @Test func `a button inside a form names the form of the page, so that it does not belong to its own`() {
    let form: HTML = "<form \(Self.word)><button \(Self.bare)>1</button><input name=\"data\"></form>"
    let html: HTML = "<button \(Self.bare)>0</button>\(form)<button \(Self.bare)>2</button>"
    let cell = CellSnapshot(type: "Note", content: Note(text: ""), html: html)
    let markup = String(decoding: HTMLDialect(events: "/e", named: 0).markup(cell, at: "a"), as: UTF8.self)
    let buttons = markup.split(separator: "<button ", omittingEmptySubsequences: false).dropFirst()
    #expect(buttons.map { $0.hasPrefix("form=\"~form\" ") } == [false, true, false])
  }

  @Test func `a button without data has no value`() {
    let html: HTML = "<button \(Self.bare)>Clear</button>"
    #expect(
      rendered(html)
        == "<button form=\"~form\" formaction=\"/page/events?node=a/b&amp;event=bare\">Clear</button>")
    #expect(html.controls == [Control(event: Self.bare.name, example: nil)])
  }

  @Test func `structured data is written as JSON in the value`() throws {
    let html: HTML = "<button \(Self.choice, sends: Choice(name: "\"", count: 2))>Choose</button>"
    let value = try #require(try Element.parsing(rendered(html)).elements[0]["value"])
    #expect(value == #"{"name":"\"","count":2}"#)
    #expect(try JSON.string(value).decode(Choice.self, fromForm: true).count == 2)
  }

  @Test func `a form posts its own fields and may send itself on input or change`() {
    let html: HTML = "<form \(Self.choice)></form>"
    #expect(rendered(html) == "<form method=\"post\" action=\"/page/events?node=a/b&amp;event=choice\"></form>")
    let live: HTML = "<form class=\"a\" \(Self.choice, on: .input)></form>"
    #expect(rendered(live).hasSuffix("event=choice\" data-on=\"input\"></form>"))
    let changing: HTML = "<form \(Self.choice, on: .change)></form>"
    #expect(rendered(changing).hasSuffix("data-on=\"change\"></form>"))
  }

  @Test(
    arguments: [
      (.pause(.milliseconds(300)), "data-on=\"later\" data-when=\"pause 300\""),
      (.pause(.seconds(60)), "data-on=\"later\" data-when=\"pause 10000\""), (.focus, "data-when=\"focus\""),
      (.blur, "data-on=\"later\" data-when=\"blur\""), (.clickOutside, "data-when=\"outside\""),
      (.keys([.enter, .character("x"), .character(" ")]), "data-when=\"keys Enter Space x\""),
      (.keys([.character("\"")]), "data-when=\"keys &quot;\""), (.every(.zero), "data-when=\"every 1000\""),
      (.every(.seconds(5)), "data-when=\"every 5000\""),
    ] as [(FormTrigger, String)])
  func `a form may send itself at other moments, and a button be pressed at some`(trigger: FormTrigger, words: String) {
    let form: HTML = "<form \(Self.choice, on: trigger)></form>"
    #expect(form.fault == nil && rendered(form).hasSuffix("event=choice\" \(words)></form>"), "\(rendered(form))")
    for button in [
      "<button \(Self.bare, on: trigger)></button>", "<button \(Self.word, sends: "a", on: trigger)></button>",
    ] as [HTML] {
      guard trigger.isForButtons else {
        #expect(button.fault?.contains("a button has no fields") == true)
        continue
      }
      #expect(button.fault == nil && rendered(button).contains(" \(words)>"), "\(rendered(button))")
    }
  }

  @Test func `an event's label is encoded in the address`() {
    let html: HTML = "<button \(Self.odd, sends: 1)></button>"
    #expect(rendered(html).contains("&amp;event=a%20b%26%22%C3%A9\""))
  }

  private static let twin = Event<String>("word")

  @Test func `two events with one label in one cell are refused with both places of declaration`() {
    let html: HTML = "<button \(Self.word, sends: "a")>A</button><p>\(Self.button(Self.twin))</p>"
    let places = [Self.word.name.place, Self.twin.name.place]
    #expect(places.allSatisfy { $0.hasPrefix("EspalierTests/ControlTests.swift:") } && places[0] != places[1])
    #expect(
      html.fault
        == "word is an event declared at \(places[0]) and an event declared at \(places[1]); give one of them another name"
    )
    let same: HTML = "<button \(Self.word, sends: "a")>A</button>\(Self.button(Self.word))"
    #expect(same.fault == nil)
  }

  private static func button(_ event: Event<String>) -> HTML { "<button \(event, sends: "b")>B</button>" }

  @Test func `a button without data for an event that has data is refused`() {
    let html: HTML = "<button \(Self.choice)>Choose</button>"
    #expect(
      html.fault?.hasPrefix("the button sends no data, but the event choice carries data of the type Choice;") == true)
    #expect(html.fault?.contains("<button \\(event, sends: …)>") == true)
    let command: HTML = "<button \(Command<Int>("by") { _ in }, on: nil)>By</button>"
    #expect(command.fault?.contains("the event by carries data of the type Int") == true)
    let form: HTML = "<form \(Self.choice)></form>"
    #expect(form.fault == nil)
  }

  @Test func `only a button or a form can send events, from inside its tag`() {
    let faults: [HTML] = [
      "<a \(Self.bare)>x</a>", "<input \(Self.word, sends: "x")>", "<div \(Self.choice)></div>", "\(Self.bare)",
      "<button title=\"\(Self.bare)\">x</button>", "<buttons \(Self.bare)></buttons>",
    ]
    for html in faults {
      #expect(html.fault != nil)
      #expect(html.controls.isEmpty)
    }
  }
}

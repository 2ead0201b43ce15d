/// One compiled Mustache template (https://mustache.github.io/mustache.5.html, required modules).
///
/// In addition to Mustache's tags, `{{event:label}}` and `{{event:label field}}` inside the tag of a button or a form
/// make it send an event, with the field's value as its data; `{{event:label "text"}}` sends a fixed text. With
/// `on=input` or `on=change` after that, a form also sends itself on that DOM event.
struct Template: Sendable {
  indirect enum Part: Sendable {
    case text(StaticPiece)
    case variable(Reference, isEscaped: Bool)
    case section(Reference, isInverted: Bool, [Part])
    case partial(name: String, indent: String, line: Int)
    case event(label: String, Argument, FormTrigger?, line: Int)
  }

  /// The data that a control sends.
  enum Argument: Sendable {
    case none
    case text(String)
    case field(Reference)
  }

  /// A name in a template: `a.b.c`, or `.` for the context itself.
  struct Reference: Sendable {
    let names: [String]
    let line: Int
    var text: String { names.isEmpty ? "." : names.joined(separator: ".") }
  }

  let file: String
  let parts: [Part]
}

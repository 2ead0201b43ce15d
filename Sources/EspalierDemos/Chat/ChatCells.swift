import Espalier

/// The viewer's name, the layout, and, for screen readers, what somebody else has said.
struct ChatTitle: Content {
  struct Name: Codable, Hashable, Sendable { var name: String }

  static let rename = Event<Name>("rename", mustBe: "a name of at most 90 bytes") { $0.name.utf8.count <= 90 }
  static let arrange = Event<Bool>("arrange")
  var name: String
  var isGrid = false
  var news = ""

  var html: HTML {
    """
    <form \(Self.rename)><label for="name">Your name</label>\
    <input id="name" name="name" value="\(name)" maxlength="30" required autocomplete="nickname">\
    <button class="quiet">Use it</button></form>\
    <p class="switch"><button \(Self.arrange, sends: false) aria-pressed="\(!isGrid)">list</button>\
    <button \(Self.arrange, sends: true) aria-pressed="\(isGrid)">grid</button></p>\
    <p class="aside" role="status">\(news)</p>
    """
  }
}

/// The form for a message. It also sends each change of the text, so that others see who is writing.
struct Composer: Content {
  struct Draft: Codable, Hashable, Sendable {
    var text: String
    /// Set if the message is sent.
    var send: String?
  }

  static let write = Event<Draft>("write", mustBe: "a text of at most 1200 bytes") { $0.text.utf8.count <= 1200 }
  var text = ""
  var writing: [String] = []
  /// The others who have the conversation open.
  var here: [String] = []

  private var note: String {
    switch writing.count {
    case 0: ""
    case 1: "\(writing[0]) is writing…"
    case 2: "\(writing[0]) and \(writing[1]) are writing…"
    default: "\(writing.count) people are writing…"
    }
  }

  private var others: String {
    let (some, more) = (here.prefix(5), here.count - 5)
    if some.isEmpty { return "Nobody else is here." }
    return "Here: \(some.joined(separator: ", "))" + (more > 0 ? " and \(more) more." : ".")
  }

  var html: HTML {
    """
    <p class="note here">\(others)</p><p class="note writing">\(note)</p><form \(Self.write, on: .input)><label class="aside" for="message">Message</label>\
    <input id="message" name="text" value="\(text)" maxlength="400" autocomplete="off" placeholder="Message">\
    <button class="primary" name="send" value="yes">Send</button></form>
    """
  }
}

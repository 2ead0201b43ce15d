import Espalier

/// Who the viewer is, and, for screen readers, what somebody else has said.
struct ChatTitle: Content {
  var name: String
  var news = ""

  var html: HTML {
    "<p class=\"note\">You are \(name). Open a second window to answer yourself.</p><p class=\"aside\" role=\"status\">\(news)</p>"
  }
}

/// The form for a message. It also sends each change of the text, so that others see who is writing.
struct Composer: Content {
  struct Draft: Codable, Hashable, Sendable {
    var text: String
    /// Set if the message is sent.
    var send: String?
  }

  static let write = Event<Draft>("write")
  var text = ""
  var writing: [String] = []

  private var note: String {
    switch writing.count {
    case 0: ""
    case 1: "\(writing[0]) is writing…"
    case 2: "\(writing[0]) and \(writing[1]) are writing…"
    default: "\(writing.count) people are writing…"
    }
  }

  var html: HTML {
    """
    <p class="note writing">\(note)</p><form \(Self.write, on: .input)><label class="aside" for="message">Message</label>\
    <input id="message" name="text" value="\(text)" maxlength="400" autocomplete="off" placeholder="Message">\
    <button class="primary" name="send" value="yes">Send</button></form>
    """
  }
}

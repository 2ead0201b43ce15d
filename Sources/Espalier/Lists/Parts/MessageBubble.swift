/// A message of a conversation. Its links can be pressed; see `HTML.init(linking:)`.
///
/// ```swift
/// list.layout = .list.atEnd()
/// list.add(MessageBubble(id: 7, "See https://example.org", by: "Ada", at: "12:04"))
/// ```
public struct MessageBubble: Content, Identifiable {
  /// The message's identity.
  public let id: String
  /// What the message says. Line breaks in it stay.
  package var text: String
  /// Who wrote it; empty for nobody.
  var author: String
  /// When it was written, as people should read it; empty for no time.
  var time: String
  /// Whether it is a message of the viewer, which is at the other side.
  var isOwn: Bool

  /// A message.
  public init(
    id: some CustomStringConvertible, _ text: String, by author: String = "", at time: String = "", isOwn: Bool = false
  ) {
    self.id = id.description
    self.text = text
    self.author = author
    self.time = time
    self.isOwn = isOwn
  }

  /// The author, the text with its links, and the time.
  public var html: HTML {
    let head: HTML? = author.isEmpty ? nil : "<p class=\"e-author\">\(author)</p>"
    let foot: HTML? = time.isEmpty ? nil : "<p class=\"e-time\">\(time)</p>"
    return """
      <div class="\(isOwn ? "e-part e-bubble e-own" : "e-part e-bubble")">\(head)<p class="e-said">\(HTML(linking: text))</p>\
      \(foot)</div>
      """
  }
}

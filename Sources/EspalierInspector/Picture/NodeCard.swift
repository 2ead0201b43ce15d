import EspalierHTTP
import EspalierServer
import Espalier

/// A node in the picture: its type, what it does, and what has just happened at it.
struct NodeCard: Content, Identifiable {
  /// The kind of node that the card is for.
  enum Kind: String, Codable { case site, container, cell }

  /// Shared data on a card: its name, its value on the card that shares it, and its colour, the same on all cards.
  struct Datum: Hashable, Codable {
    let name: String
    let value: String?
    let hue: Int
  }

  /// The card's key in the picture. It must not be the key of a header or a footer.
  let id: String
  let kind: Kind
  let name: String
  let type: String
  let content: String?
  let isHidden: Bool
  let sends: [String]
  let answers: [String]
  let listens: [Datum]
  let shares: [Datum]
  let mark: MarkTag

  init(_ facts: NodeFacts, kind: Kind, _ hues: Hues, _ mark: MarkTag) {
    id = Self.id(facts)
    self.kind = kind
    name = facts.address.isEmpty ? "the root" : facts.key
    type = facts.type
    content = facts.content?.cut(to: 400)
    isHidden = facts.isHidden
    (sends, answers) = (facts.sends, facts.answers)
    listens = facts.listens.map { Datum(name: $0, value: nil, hue: hues[$0]) }
    shares = hues.data(facts.shares)
    self.mark = mark
  }

  init(siteSharing shares: [NodeFacts.Shared], _ hues: Hues, _ mark: MarkTag) {
    (id, kind, name, type, content, isHidden) = ("site", .site, "the site", "", nil, false)
    (sends, answers, listens) = ([], [], [])
    self.shares = hues.data(shares)
    self.mark = mark
  }

  static func id(_ facts: NodeFacts) -> String { ".\(facts.key)" }

  var html: HTML {
    """
    <div class="card \(kind.rawValue)\(isHidden ? " hidden" : "")\(mark.classes)">\
    \(title)\(isHidden ? Self.hidden : nil)\
    \(chip("sends", sends))\(chip("answers", answers))\(listens.map { chip("listens to", $0) })\
    \(shares.map { chip("shares", $0) })\(mark.html)</div>
    """
  }

  private static let hidden: HTML = "<span class=\"chip\">hidden</span>"

  private var title: HTML {
    guard let content else { return "<p class=\"name\"><strong>\(name)</strong> <span>\(type)</span></p>" }
    return """
      <details><summary class="name"><strong>\(name)</strong> <span>\(type)</span></summary>\
      <code>\(content)</code></details>
      """
  }

  private func chip(_ verb: String, _ events: [String]) -> HTML? {
    if events.isEmpty { return nil }
    return "<span class=\"chip \(verb)\">\(verb) <b>\(events.joined(separator: ", "))</b></span>"
  }

  private func chip(_ verb: String, _ datum: Datum) -> HTML {
    """
    <span class="chip data hue-\(datum.hue)">\(verb) <b>\(datum.name)</b>\
    \(datum.value.map { " = \($0)" as HTML })</span>
    """
  }
}

/// The nodes of a container that are not drawn, and what has just happened at them.
struct MoreRow: Content {
  /// Draws more nodes of the container with this address. The drawn instance answers it.
  static let open = Event<String>("open")

  let container: String
  let count: Int
  let type: String?
  let mark: MarkTag
  var key: String? { "more" }

  var html: HTML {
    """
    <div class="card more\(mark.classes)">\
    <button \(Self.open, sends: container)>\(count) more\(type.map { " \($0)" as HTML })</button>\
    \(mark.html)</div>
    """
  }
}

import Espalier

/// The buttons that choose which kind the list shows.
struct KindChoice: Content, Identifiable {
  struct Choice: Codable, Hashable, Sendable { var kind: Variety.Kind? }

  static let choose = Event<Choice>("choose")
  var id: String { "kinds" }
  var kind: Variety.Kind?

  var html: HTML {
    let kinds: [Variety.Kind?] = [nil] + Variety.Kind.allCases
    return "<p class=\"kinds\">\(kinds.map(button))</p>"
  }

  private func button(_ choice: Variety.Kind?) -> HTML {
    """
    <button class="quiet" aria-pressed="\(choice == kind)" \(Self.choose, sends: Choice(kind: choice))>\
    \(choice?.title ?? "All")</button>
    """
  }
}

/// A row of the list: a link to the page of the variety.
struct VarietyRow: Content, Identifiable {
  static let take = Event<Int>("take", in: 1...9_999)
  let variety: Variety
  var id: Int { variety.id }
  var html: HTML {
    """
    <a href="\(SeedURL(id: variety.id))">\(variety.name)</a> \
    <output class="note"><span class="aside">\(variety.name), </span>\(variety.packets == 0 ? "None left" : "\(variety.packets) packets")</output> \
    <button class="quiet" \(Self.take, sends: variety.id) \("disabled", when: variety.packets == 0)>Take one\
    <span class="aside"> of \(variety.name)</span></button>
    """
  }
}

struct EmptyShelf: Content {
  var html: HTML { "<p class=\"note\">No seeds of this kind yet. Add the first below.</p>" }
}

/// The form for a new variety. After it, the viewer is on the page of the variety.
struct NewVariety: Content, Identifiable {
  struct Form: Codable, Hashable, Sendable {
    var name: String
    var kind: Variety.Kind
  }

  static let add = Event<Form>("add", mustBe: "a name of at most 180 bytes") { $0.name.utf8.count <= 180 }
  var id: String { "new" }
  var refusal: String?

  var html: HTML {
    """
    <form class="variety-form" \(Self.add)><h2>Give seeds to the library</h2>\
    <label><span>Variety</span><input name="name" required maxlength="60" autocomplete="off"></label>\
    <label><span>Kind</span><select name="kind">\(Variety.Kind.allCases.map(option))</select></label>\
    \(refusal.map { "<p role=\"alert\">\($0)</p>" as HTML })<button class="primary">Add</button></form>
    """
  }

  private func option(_ kind: Variety.Kind) -> HTML { "<option value=\"\(kind.rawValue)\">\(kind.title)</option>" }
}

/// The page of one variety.
struct VarietyCard: Content, Identifiable {
  static let take = Event<NoData>("take")
  static let give = Event<NoData>("give")
  static let rename = Event<String>("rename", mustBe: "at most 180 bytes") { $0.utf8.count <= 180 }
  static let remove = Event<NoData>("remove")
  let variety: Variety
  var id: String { "card" }

  var html: HTML {
    """
    <h2>\(variety.name)</h2>\
    <p>Packets: <output>\(variety.packets)</output></p>\
    <p class="buttons"><button class="primary" \(Self.take) \("disabled", when: variety.packets == 0)>Take a packet</button> \
    <button class="quiet" \(Self.give)>Bring a packet</button></p>\
    <form class="variety-form" \(Self.rename)><label><span>Name</span>\
    <input name="data" value="\(variety.name)" required maxlength="60" autocomplete="off"></label>\
    <button class="quiet">Rename</button></form>\
    <p class="buttons"><a href="\(SeedsURL())">All seeds</a> \
    <button class="quiet" \(Self.remove)>Remove the variety</button></p>
    """
  }
}

struct RemovedVariety: Content {
  var html: HTML {
    "<p>The library no longer has these seeds.</p><p><a href=\"\(SeedsURL())\">All seeds</a></p>"
  }
}

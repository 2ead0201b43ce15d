import Espalier

/// The search field and the number of matches. It posts each change while somebody types.
struct SearchField: Content {
  static let search = Event<String>("search", mustBe: "at most 180 bytes") { $0.utf8.count <= 180 }
  static let showAll = Event<NoData>("showAll")

  var label: String
  var noun: String
  var query = ""
  var count = 0
  var total = 0

  private var found: String { count == total ? "\(total) \(noun)" : "\(count) of \(total) \(noun)" }

  var html: HTML {
    """
    <form role="search" \(Self.search, on: .input)><label><span>\(label)</span><input type="search" name="data" \
    value="\(query)" maxlength="60" autocomplete="off" spellcheck="false"></label>\
    <button class="primary unscripted">Search</button></form>\
    <div class="found"><output>\(found)</output><button class="plain" \(Self.showAll)>Show all</button></div>
    """
  }
}

/// The row for a search without matches. The field above it stays.
struct NoMatch: Content, Identifiable {
  var query: String
  var id: String { "none" }
  var html: HTML {
    "<p><strong>Nothing matches “\(query)”.</strong></p><p class=\"note\">You can search for a part of a word.</p>"
  }
}

/// One word.
struct WordRow: Content, Identifiable {
  let id: String
  var html: HTML { "<span>\(id)</span>" }
}

import Espalier

/// The search field, and what is left to remove.
struct CountryBar: Content {
  static let search = Event<String>("search", mustBe: "at most 120 bytes") { $0.utf8.count <= 120 }
  static let removeFirst = Event<NoData>("removeFirst").once()
  static let again = Event<NoData>("again")

  var query = ""
  var found = 0
  var left = 0

  var html: HTML {
    """
    <form role="search" \(Self.search, on: .input)><label><span>How a country begins</span><input type="search" \
    name="data" value="\(query)" maxlength="40" autocomplete="off" spellcheck="false"></label>\
    <button class="primary unscripted">Search</button></form>\
    <div class="found"><output>\(found) of \(left) countries</output>\
    <span class="buttons"><button class="plain" \(Self.removeFirst) aria-disabled="\(found == 0)">Remove first</button>\
    <button class="plain" \(Self.again)>All again</button></span></div>
    """
  }
}

/// A country that sends seeds.
struct Country: Content, Identifiable {
  let id: String
  let name: String
  let seeds: String

  private init(_ id: String, _ name: String, _ seeds: String) { (self.id, self.name, self.seeds) = (id, name, seeds) }

  var html: HTML {
    "<span class=\"code\" aria-hidden=\"true\">\(id)</span><strong>\(name)</strong><span class=\"note\">\(seeds)</span>"
  }

  static let all = [
    Country("AL", "Albania", "mountain tea"), Country("AT", "Austria", "lamb’s lettuce"),
    Country("BE", "Belgium", "endive"), Country("BG", "Bulgaria", "roses"), Country("HR", "Croatia", "lavender"),
    Country("CZ", "Czechia", "poppies"), Country("DK", "Denmark", "cabbage"), Country("EE", "Estonia", "rye"),
    Country("FI", "Finland", "turnips"), Country("FR", "France", "leeks"), Country("DE", "Germany", "kale"),
    Country("GR", "Greece", "oregano"), Country("HU", "Hungary", "peppers"), Country("IS", "Iceland", "angelica"),
    Country("IE", "Ireland", "oats"), Country("IT", "Italy", "tomatoes"), Country("LV", "Latvia", "grey peas"),
  ]
}

/// The row for a search without a match.
struct NoCountry: Content, Identifiable {
  var query: String
  var id: String { "none" }
  var html: HTML { "<p><strong>No country begins with “\(query)”.</strong></p>" }
}

/// What stands below the list, after a space.
struct CountryNote: Content, Identifiable {
  var id: String { "note" }
  var html: HTML { "<p class=\"note\">One packet from each country is in the seed box.</p>" }
}

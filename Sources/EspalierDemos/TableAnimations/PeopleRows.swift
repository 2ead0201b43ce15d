import Espalier

/// A link to the chooser.
struct SelectRow: Content, Identifiable {
  var id: String { "select" }
  var html: HTML { "<a class=\"act\" href=\"#chooser\">Select animations</a>" }
}

/// A button: Apply or Reset.
struct ActionRow: Content, Identifiable {
  let title: String
  var run = Command.nop
  var id: String { title.lowercased() }
  var html: HTML { "<button class=\"act\" \(run)>\(title)</button>" }
}

/// The header of a group: a row of the table, or the header of a section.
struct GroupHeader: Content, Identifiable {
  let number: Int
  var place: String
  var id: String { "H\(number)" }
  var html: HTML { "<h2>Header \(number)</h2><span class=\"note\">\(place)</span>" }
}

/// One person.
struct PersonRow: Content, Identifiable {
  let person: People.Person
  var id: String { person.id }
  var html: HTML { "<span>\(person.id)</span><span class=\"note\">\(person.name)</span>" }
}

/// The footer: buttons that shuffle the groups, and add or remove the third one.
struct TableFooter: Content {
  var shuffle = Command("shuffle", to: PeoplePage.self) { $0.people.isShuffled.toggle() }
  var third: Command<NoData>?
  var hasThird = false
  var html: HTML {
    """
    <button class="quiet" \(shuffle)>Shuffle</button>\
    \(third.map { "<button class=\"quiet\" \($0)>\(hasThird ? "Remove" : "Add") group 3</button>" as HTML })
    """
  }
}

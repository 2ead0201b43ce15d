import Espalier

/// A link to the chooser.
struct SelectRow: Content, Identifiable {
  var id: String { "select" }
  var html: HTML { "<a class=\"act\" href=\"#chooser\">Choose animations</a>" }
}

/// A button that shows the teams of the other week.
struct ActionRow: Content, Identifiable {
  let id: String
  let title: String
  var run = Command.nop
  var html: HTML { "<button class=\"act\" \(run)>\(title)</button>" }
}

/// The header of a team: a row of the table, or the header of a section.
struct GroupHeader: Content, Identifiable {
  let number: Int
  var place: String
  var id: String { "H\(number)" }
  var html: HTML {
    "<div role=\"status\"><h2>\(Self.teams[number - 1])</h2><span class=\"note\">\(place)</span></div>"
  }

  private static let teams = ["Apple team", "Pear team", "Plum team"]
}

/// One person.
struct PersonRow: Content, Identifiable {
  let person: People.Person
  var id: String { person.id }
  var html: HTML { "<span>\(person.name)</span><span class=\"note\">\(person.task)</span>" }
}

/// The footer: buttons that swap the teams, and add or remove the third one.
struct TableFooter: Content {
  var shuffle = Command("shuffle", to: PeoplePage.self) { $0.people.isShuffled.toggle() }
  var third: Command<NoData>?
  var hasThird = false
  var html: HTML {
    """
    <button class="quiet" \(shuffle)>Swap shifts</button>\
    \(third.map { "<button class=\"quiet\" \($0)>\(hasThird ? "Remove" : "Add") the plum team</button>" as HTML })
    """
  }
}

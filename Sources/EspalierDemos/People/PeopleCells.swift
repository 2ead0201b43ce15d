import Espalier

/// A row of the address book: a link to the person's page.
struct ContactRow: Content, Identifiable {
  let id: Int
  let last: String
  let first: String
  let town: String

  var html: HTML {
    """
    <a href="\(PersonURL(id: id))"><span class="first">\(first)</span> <strong>\(last)</strong></a>\
    <span class="note">\(town)</span>
    """
  }
}

/// The field that filters the address book, and the way to add somebody.
struct PeopleSearch: Content {
  struct Form: Codable, Hashable, Sendable { var text: String }

  static let search = Event<Form>("search")
  var text: String

  var html: HTML {
    """
    <form class="search" role="search" \(Self.search)><label><span class="aside">Find people by name</span>\
    <input type="search" name="text" value="\(text)" placeholder="Find people by name" maxlength="60" autocomplete="off"></label>\
    <button class="quiet">Find</button></form>
    """
  }
}

/// The form for a new person.
struct NewPerson: Content {
  static let add = Event<AddressBook.Entry>("add")
  var refusal: String?

  var html: HTML {
    """
    <details><summary>Add somebody</summary>\
    <form class="person-form" \(Self.add)>\(PersonFields(entry: nil).html)<button class="primary">Add</button></form></details>\
    \(refusal.map { "<p role=\"alert\">\($0)</p>" as HTML })
    """
  }
}

/// The page of one person.
struct PersonCard: Content, Identifiable {
  static let save = Event<AddressBook.Entry>("save")
  static let remove = Event<NoData>("remove")

  let id: Int
  let last: String
  let first: String
  let phone: String
  let town: String

  var entry: AddressBook.Entry { AddressBook.Entry(first: first, last: last, phone: phone, town: town) }

  var html: HTML {
    """
    <h2>\(first) \(last)</h2><p class="note">\(phone) · \(town)</p>\
    <form class="person-form" \(Self.save)>\(PersonFields(entry: entry).html)<button class="primary">Save</button></form>\
    <p class="buttons"><a href="\(PeopleURL())">All people</a> <button class="quiet" \(Self.remove)>Remove</button></p>
    """
  }
}

/// The fields of a person in a form.
struct PersonFields {
  let entry: AddressBook.Entry?

  var html: HTML {
    """
    <label><span>First name</span><input name="first" value="\(entry?.first ?? "")" maxlength="60" autocomplete="off"></label>\
    <label><span>Last name</span><input name="last" value="\(entry?.last ?? "")" required maxlength="60" autocomplete="off"></label>\
    <label><span>Telephone</span><input name="phone" type="tel" value="\(entry?.phone ?? "")" maxlength="60" autocomplete="off"></label>\
    <label><span>Town</span><input name="town" value="\(entry?.town ?? "")" maxlength="60" autocomplete="off"></label>
    """
  }
}

struct NoPerson: Content {
  /// Tells the page whether the person is there.
  static let isHere = Event<Bool>("isHere")

  var html: HTML {
    "<p>This person is not in the address book any more.</p><p><a href=\"\(PeopleURL())\">All people</a></p>"
  }
}

/// Stands below the rows of a person, and is hidden while there is one.
final class NoPersonModel: CellModel<NoPerson> {
  init() {
    super.init(NoPerson())
    isHidden = true
    subscribe(to: ListWindow.state) { cell, window in
      guard window.isRead else { return }
      cell.isHidden = window.shown > 0
      cell.send(NoPerson.isHere, window.shown > 0)
    }
  }
}

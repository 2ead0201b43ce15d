import Espalier

/// A row of the address book: a link to the person's page, which is edited if the list is.
struct ContactRow: EditableRow, Identifiable {
  let id: Int
  let last: String
  let first: String
  let town: String
  let photo: String?
  var isEditing = false

  private enum CodingKeys: CodingKey { case id, last, first, town, photo }

  var traits: RowTraits { RowTraits(canDelete: true) }

  var html: HTML {
    """
    \(Portrait(id, photo, first: first, last: last).html(size: 40))\
    <a href="\(PersonURL(id: id, editing: isEditing))"><strong><span class="first">\(first)</span> \(last)</strong></a>\
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
  var draft = Draft<AddressBook.Entry>()

  var html: HTML {
    """
    <details \("open", when: draft.typed != nil)><summary>Add somebody</summary>\
    <form class="person-form" \(Self.add)>\(PersonFields(draft: draft).html)<button class="primary">Add</button></form></details>
    """
  }
}

import Espalier

/// What a person is now, above the form.
struct PersonCard: Content {
  static let changePhoto = Event<NoData>("changePhoto")

  let id: Int
  /// Nil if there is no such person, or not any more.
  var person: AddressBook.Person?
  /// Whether the database has been read.
  var isRead = false
  /// Whether the page is being edited.
  var isEditing = false

  private enum CodingKeys: CodingKey { case id, person, isRead, isEditing }

  var html: HTML {
    """
    <p class="buttons"><a href="\(PeopleURL(editing: isEditing))">All people</a></p>\
    \(person.map(card) ?? absence)
    """
  }

  private func card(_ person: AddressBook.Person) -> HTML {
    let photo = Portrait(id, person.photo, first: person.first, last: person.last)
    let label = person.photo == nil ? "Add a photo" : "Change the photo"
    return """
      <div class="card">\(photo.html(size: 96, saying: "Photo of \(person.name)"))<div><h2>\(person.name)</h2>\
      <p class="note">\(person.phone) · \(person.town)</p>\
      <button class="quiet" \(Self.changePhoto) \("hidden", when: !isEditing)>\(label)</button></div></div>
      """
  }

  private var absence: HTML {
    isRead
      ? "<p>This person is not in the address book any more.</p>"
      : "<p role=\"status\">The address book is being read.</p>"
  }
}

/// The form to change a person. It is there while the page is being edited.
struct PersonForm: Content {
  /// What the form sends.
  struct Form: Codable, Hashable, Sendable {
    var first: String
    var last: String
    var phone: String
    var town: String
    /// The version of the draft that the form showed.
    var version: Int

    var entry: AddressBook.Entry { AddressBook.Entry(first: first, last: last, phone: phone, town: town) }
  }

  static let save = Event<Form>("save")
  static let reset = Event<NoData>("reset")
  static let remove = Event<NoData>("remove")

  var draft = Draft<AddressBook.Entry>()

  var html: HTML {
    if draft.now == nil, !draft.isGone { return HTML() }
    return """
      <p role="alert">\(news)</p>\
      <form class="person-form" \(Self.save)>\(PersonFields(draft: draft).html)\
      <input type="hidden" name="version" value="\(draft.version)">\
      <button class="primary">\(draft.isGone ? "Add again" : "Save")</button></form>\
      <p class="buttons"><button class="quiet" \(Self.reset)>Reset</button> \
      <button class="quiet" \(Self.remove) \("hidden", when: draft.isGone)>Remove</button></p>
      """
  }

  /// What the viewer should know before saving.
  private var news: String {
    if draft.isGone { return "Somebody has removed this person. What you typed is still here." }
    return draft.isOutdated
      ? "Somebody has changed this person meanwhile. Nothing is saved yet: look at the fields, and save again." : ""
  }
}

/// The fields of a person in a form, each with what is wrong with it and with what somebody else has made of it.
struct PersonFields {
  let draft: Draft<AddressBook.Entry>

  var html: HTML {
    """
    \(field("first", "First name", \.first))\(field("last", "Last name", \.last))\
    \(field("phone", "Telephone", \.phone))\(field("town", "Town", \.town))
    """
  }

  private func field(_ name: String, _ label: String, _ field: KeyPath<AddressBook.Entry, String>) -> HTML {
    let problem = draft.problems[name]
    let other = draft.changed(field).map { "Somebody has changed this to “\($0)”." }
    return """
      <label><span>\(label)</span><input name="\(name)" value="\(draft[field] ?? "")" maxlength="60" \
      autocomplete="off" \("required", when: name == "last") aria-invalid="\(problem != nil)">\
      \(problem.map { "<em class=\"problem\">\($0)</em>" as HTML })\
      \(other.map { "<em class=\"note\">\($0)</em>" as HTML })</label>
      """
  }
}

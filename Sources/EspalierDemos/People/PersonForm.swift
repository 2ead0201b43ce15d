import Espalier

/// The page of one person: what the person is now, and a form to change it.
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
  /// Whether the database has been read.
  var isRead = false

  var html: HTML {
    if !isRead { return "<p role=\"status\">The address book is being read.</p>" }
    guard draft.now != nil || draft.isGone else {
      return "<p>This person is not in the address book any more.</p><p><a href=\"\(PeopleURL())\">All people</a></p>"
    }
    return """
      \(draft.now.map { "<h2>\($0.first) \($0.last)</h2><p class=\"note\">\($0.phone) · \($0.town)</p>" as HTML })\
      <p role="alert">\(news)</p>\
      <form class="person-form" \(Self.save)>\(PersonFields(draft: draft).html)\
      <input type="hidden" name="version" value="\(draft.version)">\
      <button class="primary">\(draft.isGone ? "Add again" : "Save")</button></form>\
      <p class="buttons"><a href="\(PeopleURL())">All people</a> \
      <button class="quiet" \(Self.reset)>Reset</button> \
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

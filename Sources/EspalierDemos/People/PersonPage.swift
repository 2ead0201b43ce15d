import Espalier
import EspalierSQLite

/// The page of one person: `/people/17`.
struct PersonURL: SiteURL {
  static let path = "/people/{id}"
  var id: Int
  /// Whether the page begins with editing on: a list that is being edited leads to pages that are.
  var editing = false
}

/// One person. What somebody saves here is in every list at once; what somebody else changes meanwhile is shown beside
/// what is typed here.
final class PersonPage: ContainerModel {
  private let id: Int
  private let book: AddressBook
  private let card: CellModel<PersonCard>
  private let form = CellModel(PersonForm())
  private let editing: Editing

  init(_ url: PersonURL, _ book: AddressBook) {
    (id, self.book) = (url.id, book)
    card = CellModel(PersonCard(id: url.id))
    editing = Editing(isOn: url.editing)
    super.init()
    header = .editButton
    add([card, form])
    add(editing)
  }

  override func didLoad() {
    card.subscribe(to: Editing.state) { $0.content.isEditing = $1 }
    form.subscribe(to: Editing.state) { $0.isHidden = !$1 }
    listen(to: book.person(id), in: book.database) { page, person in page.show(person.rows.first) }
    on(PersonCard.changePhoto) { $0.openSheet() }
    on(PhotoSheet.send) { $0.keep($1.photo) }
    on(PhotoSheet.delete) { $0.forgetPhoto() }
    on(PhotoSheet.cancel) { $0.closeSheet() }
    on(PersonForm.save) { page, form in page.save(form) }
    on(PersonForm.reset) { page, _ in page.form.content.draft.reset() }
    on(PersonForm.remove) { page, _ in page.ask() }
  }

  private func show(_ person: AddressBook.Person?) {
    form.content.draft.follow(person?.entry)
    (card.content.person, card.content.isRead) = (person, true)
    let isKnown = person != nil || form.content.draft.isGone
    pageInfo = isKnown ? PageInfo() : PageInfo(title: "No such person", status: .notFound)
    if let person { pageInfo.title = person.name }
  }

  private func save(_ form: PersonForm.Form) {
    let entry = form.entry
    let isWritable = self.form.content.draft.submit(entry, version: form.version, problems: entry.problems)
    guard isWritable else { return }
    let old = self.form.content.draft.now
    write(to: book.database) { [id] data -> Int in
      guard let old else {
        return try data.run(
          """
          INSERT INTO person (id, first, last, phone, town)
          VALUES (\(id), \(entry.first), \(entry.last), \(entry.phone), \(entry.town)) ON CONFLICT DO NOTHING
          """)
      }
      // Changes nothing if somebody was faster.
      return try data.run(
        """
        UPDATE person SET first = \(entry.first), last = \(entry.last), phone = \(entry.phone), town = \(entry.town)
        WHERE id = \(id) AND (first, last, phone, town) = (\(old.first), \(old.last), \(old.phone), \(old.town))
        """)
    } then: { page, count in
      if count > 0 { page.form.content.draft.saved() }
      page.showNotice(count > 0 ? "Saved" : "Somebody else was faster. Look at the fields, and save again.")
    }
  }

  private func ask() {
    let question = Dialog.alert(
      "Remove this person?", "You cannot undo this.",
      actions: [.init("remove", "Remove", .destructive), .init("keep", "Keep", .cancel)])
    present(question) { page, action in if action == "remove" { page.remove() } }
  }

  private func remove() {
    write(to: book.database) { [id] data in
      try data.run("DELETE FROM person WHERE id = \(id)")
    } then: { page, _ in
      page.showNotice("Removed")
      page.navigate(to: PeopleURL())
    }
  }
}

/// The photo, which is taken, chosen, pasted and deleted in the sheet of the demo `/picture`.
extension PersonPage {
  private func openSheet() {
    let sheet = CellModel(PhotoSheet(canDelete: card.content.person?.photo != nil))
    footer = sheet
    sheet.focus()
  }

  private func closeSheet() {
    footer = nil
    card.focus()
  }

  private func keep(_ file: UploadedFile) {
    guard let photo = NewPortrait(file) else { return }
    write(to: book.database) { [id] data in try AddressBook.keep(photo, of: id, data) }
    closeSheet()
  }

  private func forgetPhoto() {
    write(to: book.database) { [id] data in try AddressBook.forgetPhoto(of: id, data) }
    closeSheet()
  }
}

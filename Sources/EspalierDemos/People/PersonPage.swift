import Espalier
import EspalierSQLite

/// The page of one person: `/people/17`.
struct PersonURL: SiteURL {
  static let path = "/people/{id}"
  var id: Int
}

/// One person. What somebody saves here is in every list at once; what somebody else changes meanwhile is shown beside
/// what is typed here.
final class PersonPage: ContainerModel {
  private let id: Int
  private let book: AddressBook
  private let form = CellModel(PersonForm())

  init(_ url: PersonURL, _ book: AddressBook) {
    (id, self.book) = (url.id, book)
    super.init()
    add(form)
  }

  override func didLoad() {
    watch(book.person(id), in: book.database) { page, person in
      page.form.content.isRead = true
      page.form.content.draft.follow(person.rows.first)
      page.pageInfo =
        person.rows.isEmpty && !page.form.content.draft.isGone
        ? PageInfo(title: "No such person", status: .notFound) : PageInfo()
    }
    on(PersonForm.save) { page, form in page.save(form) }
    on(PersonForm.reset) { page, _ in page.form.content.draft.reset() }
    on(PersonForm.remove) { page, _ in page.ask() }
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
          INSERT OR IGNORE INTO person (id, first, last, phone, town)
          VALUES (\(id), \(entry.first), \(entry.last), \(entry.phone), \(entry.town))
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

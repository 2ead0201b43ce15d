import Espalier
import EspalierSQLite

/// The page of one person: `/people/17`.
struct PersonURL: SiteURL {
  static let path = "/people/{id}"
  var id: Int
}

/// One person. What somebody saves here is in every list at once.
final class PersonPage: ContainerModel {
  private let id: Int
  private let book: AddressBook

  init(_ url: PersonURL, _ book: AddressBook) {
    (id, self.book) = (url.id, book)
    super.init()
    let card = ContainerModel()
    card.source = FetchedSource(book.person(id), in: book.database)
    card.footer = NoPersonModel()
    add(card)
  }

  override func didLoad() {
    on(PersonCard.save) { page, entry in page.save(entry) }
    on(NoPerson.isHere) { page, isHere in
      page.pageInfo = isHere ? PageInfo() : PageInfo(title: "No such person", status: .notFound)
    }
    on(PersonCard.remove) { page, _ in page.ask() }
  }

  private func save(_ entry: AddressBook.Entry) {
    if let refusal = entry.refusal { return showNotice(refusal) }
    write(to: book.database) { [id] data in
      try data.run(
        """
        UPDATE person SET first = \(entry.first), last = \(entry.last), phone = \(entry.phone), town = \(entry.town)
        WHERE id = \(id)
        """)
    } then: { page, count in
      page.showNotice(count == 0 ? "Somebody has removed this person." : "Saved")
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

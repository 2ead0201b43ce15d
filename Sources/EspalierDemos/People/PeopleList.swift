import Espalier
import EspalierSQLite

/// The address book: `/people`, or the people with a text in their names, around one of them.
struct PeopleURL: SiteURL {
  static let path = "/people"
  var search: String?
  var at: ListAnchor?
}

/// The address book. What it shows is in the URL; the rows are in a database.
final class PeopleList: ContainerModel {
  private let url: PeopleURL
  private let book: AddressBook
  private let form = CellModel(NewPerson())

  init(_ url: PeopleURL, _ book: AddressBook) {
    (self.url, self.book) = (url, book)
    super.init()
    if let text = url.search { pageInfo.title = "People: \(text)" }
  }

  override func didLoad() {
    add(PeopleSearch(text: url.search ?? ""))
    // Above the rows, because nobody would reach the end of a long list.
    add(form)
    add(PeopleRows(url, book))
    on(PeopleSearch.search) { list, form in
      list.navigate(to: PeopleURL(search: form.text.allSatisfy(\.isWhitespace) ? nil : form.text))
    }
    on(NewPerson.add) { list, entry in list.add(entry) }
  }

  private func add(_ entry: AddressBook.Entry) {
    let isRight = form.content.draft.submit(entry, version: 0, problems: entry.problems)
    guard isRight else { return }
    form.content.draft.reset()
    write(to: book.database) { data in
      try data.run(
        """
        INSERT INTO person (first, last, phone, town)
        VALUES (\(entry.first), \(entry.last), \(entry.phone), \(entry.town))
        """)
    } then: { list, _ in
      list.showNotice("\(entry.first) \(entry.last) added")
    }
  }
}

/// The rows of the address book: a window over the table.
final class PeopleRows: ContainerModel {
  private let book: AddressBook

  init(_ url: PeopleURL, _ book: AddressBook) {
    self.book = book
    super.init()
    add(RowActions(Self.actions))
    let link = { (anchor: ListAnchor) in PeopleURL(search: url.search, at: anchor) }
    let top = ContainerModel()
    top.add(SectionIndexModel(link: link))
    top.add(EarlierRowsModel(link: link))
    header = top
    footer = LaterRowsModel(link: link)
    source = FetchedSource(
      book.people(matching: url.search ?? ""), in: book.database, at: url.at ?? .start, size: 60)
  }

  private static var actions: [RowActions.Action] {
    [
      .init("edit", "Edit", to: PeopleRows.self) { list, row in
        if let person = person(row) { list.navigate(to: PersonURL(id: person.id)) }
      },
      .init(
        "remove", "Remove…", .destructive,
        asking: { row in
          .alert(
            "Remove \(person(row).map { "\($0.first) \($0.last)" } ?? "")?", "You cannot undo this.",
            actions: [.init("remove", "Remove", .destructive), .init("keep", "Keep", .cancel)])
        }, to: PeopleRows.self
      ) { list, row in
        guard let person = person(row) else { return }
        list.write(to: list.book.database) { try $0.run("DELETE FROM person WHERE id = \(person.id)") }
      },
    ]
  }

  private static func person(_ row: Node) -> ContactRow? { (row as? CellModel<ContactRow>)?.content }
}

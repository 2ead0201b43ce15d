import Espalier
import EspalierSQLite

/// The address book: `/people`, or the people with a text in their names, around one of them.
struct PeopleURL: SiteURL {
  static let path = "/people"
  var search: String?
  var at: ListAnchor?
  /// Whether the page begins with editing on.
  var editing = false
}

/// The address book. What it shows is in the URL; the rows are in a database.
final class PeopleList: ContainerModel {
  private let url: PeopleURL
  private let book: AddressBook
  private let form = CellModel(NewPerson())
  private let rows: PeopleRows

  init(_ url: PeopleURL, _ book: AddressBook) {
    (self.url, self.book) = (url, book)
    rows = PeopleRows(url, book)
    super.init()
    if let text = url.search { pageInfo.title = "People: \(text)" }
  }

  override func didLoad() {
    add(PeopleSearch(text: url.search ?? ""))
    // Above the rows, because nobody would reach the end of a long list.
    add(form)
    add(rows)
    on(PeopleSearch.search) { list, form in
      let text = form.text.allSatisfy(\.isWhitespace) ? nil : form.text
      list.navigate(to: PeopleURL(search: text, editing: list.rows.editing.isOn))
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
  let editing: Editing
  private let book: AddressBook

  init(_ url: PeopleURL, _ book: AddressBook) {
    self.book = book
    editing = Editing(isOn: url.editing, deletingIn: PeopleRows.self) { list, row in list.ask(row) }
    super.init()
    add(editing)
    add(RowActions(Self.actions))
    // Each link takes along whether the list is being edited.
    let link = { [editing] (anchor: ListAnchor) in
      PeopleURL(search: url.search, at: anchor, editing: editing.isOn)
    }
    let top = ContainerModel()
    top.add(.editButton)
    top.add(.sectionIndex(link: link))
    top.add(.earlierRows(link: link))
    header = top
    footer = .laterRows(link: link)
    children.source = FetchedSource(
      book.people(matching: url.search ?? ""), in: book.database, at: url.at ?? .start, size: 60)
  }

  private static var actions: [RowActions.Action] {
    [
      .init("edit", "Edit", to: PeopleRows.self) { list, row in
        if let person = person(row) { list.navigate(to: PersonURL(id: person.id, editing: true)) }
      },
      .init("remove", "Remove…", .destructive, asking: question, to: PeopleRows.self) { list, row in list.erase(row) },
    ]
  }

  private static func question(_ row: Node) -> Dialog {
    .alert(
      "Remove \(person(row).map { "\($0.first) \($0.last)" } ?? "")?", "You cannot undo this.",
      actions: [.init("remove", "Remove", .destructive), .init("keep", "Keep", .cancel)])
  }

  private func ask(_ row: Node) {
    row.present(Self.question(row)) { [weak self] row, answer in if answer == "remove" { self?.erase(row) } }
  }

  private func erase(_ row: Node) {
    guard let person = Self.person(row) else { return }
    write(to: book.database) { try $0.run("DELETE FROM person WHERE id = \(person.id)") }
  }

  private static func person(_ row: Node) -> ContactRow? { (row as? CellModel<ContactRow>)?.content }
}

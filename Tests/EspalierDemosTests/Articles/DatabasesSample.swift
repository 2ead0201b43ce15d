import Espalier
import EspalierPostgres
import EspalierSQLite
import Foundation

/// The samples of the article on databases.
enum DatabasesArticle {
  static func open() -> Database {
    let database = Database(
      "people.sqlite",
      schema: "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT NOT NULL, born REAL)")
    return database
  }

  static func shop() -> Database {
    let shop = Database(postgres: "postgresql://shop@10.0.0.9/shop", following: ["person", "sale"])
    return shop
  }

  static func add(_ name: String, _ birthday: Date?, to database: Database) async throws {
    try await database.write { data in
      try data.run("INSERT INTO person (last, born) VALUES (\(name), \(birthday))")
    }
  }

  static func change(_ id: Int, _ birthday: Date, in database: Database, by eventID: String) async throws -> Int? {
    let count = try await database.write(once: eventID) { data in
      try data.run("UPDATE person SET born = \(birthday) WHERE id = \(id)")
    }  // nil the second time
    return count
  }

  struct Person: Decodable {
    var id: Int
    var last: String
    var born: Date?
  }

  static func find(_ name: String, in database: Database) async throws -> [Person] {
    let found = try await database.rows("SELECT * FROM person WHERE last = \(name)", as: Person.self)
    return found
  }

  struct PeopleURL: SiteURL {
    static let path = "/people"
    var at: ListAnchor?
  }

  struct PersonRow: Content, Identifiable {
    static let remove = Event<Int>("remove", in: 1...9)
    let id: Int
    var last: String
    var letter: String
    var html: HTML { "\(last) <button \(Self.remove, sends: id)>Remove</button>" }
  }

  final class People: ContainerModel {
    init(_ url: PeopleURL, _ database: Database) {
      super.init()
      let people = Query<PersonRow>(
        "SELECT id, last, upper(substr(last, 1, 1)) AS letter FROM person",
        sortedBy: .ascending("letter"), .ascending("last"), section: "letter")
      header = .earlierRows { PeopleURL(at: $0) }
      footer = .laterRows { PeopleURL(at: $0) }
      children.source = FetchedSource(people, in: database, at: url.at ?? .start)
    }
  }

  /// The people with the answer of their buttons.
  static func people(_ url: PeopleURL, _ database: Database) -> People {
    let people = People(url, database)
    people.answer(in: database)
    return people
  }

  /// The people as a form sees them.
  struct Book: Sendable {
    let database: Database
    func person(_ id: Int) -> Query<Entry> { Query("SELECT id, last FROM person WHERE id = \(id)") }
  }

  struct Entry: Codable, Hashable, Sendable {
    var last: String
    var problems: [String: String] { last.isEmpty ? ["last": "The name is missing."] : [:] }
  }

  struct PersonForm: Content {
    struct Form: Codable, Hashable, Sendable {
      var last: String
      var version: Int
      var entry: Entry { Entry(last: last) }
    }

    static let save = Event<Form>("save")
    var draft = Draft<Entry>()
    var html: HTML {
      """
      <form \(Self.save)><input name="last" value="\(draft[\.last] ?? "")"><input type="hidden" name="version" \
      value="\(draft.version)"><button>Save</button></form>
      """
    }
  }

  final class PersonPage: ContainerModel {
    private let id: Int
    private let book: Book
    @NodeState private var draft = Draft<Entry>()

    init(_ id: Int, _ book: Book) {
      (self.id, self.book) = (id, book)
      super.init()
    }

    override func didLoad() {
      listen(to: book.person(id), in: book.database) { page, person in page.draft.follow(person.rows.first) }
      on(PersonForm.save) { page, form in
        guard page.draft.submit(form.entry, version: form.version, problems: form.entry.problems) else { return }
        page.write(to: page.book.database) { [id = page.id] data in
          try data.run("UPDATE person SET last = \(form.last) WHERE id = \(id)")
        } then: { page, _ in
          page.draft.saved()
        }
      }
    }

    override func willRender() { header = CellModel(PersonForm(draft: draft)) }
  }
}

extension DatabasesArticle.People {
  private typealias PersonRow = DatabasesArticle.PersonRow

  fileprivate func answer(in database: Database) {
    on(PersonRow.remove) { list, id in
      list.write(to: database) {
        try $0.run("DELETE FROM person WHERE id = \(id)")
      } then: { list, _ in
        list.showNotice("Removed")
      }
    }
  }
}
